import type { ReadDeal } from '../deal/read-deal.ts';
import { dealOf, type Lead, type LeadReadContext, readLead } from '../queue/read-lead.ts';
import type { FoundDeal } from '../quote/found-deal.ts';

/** Reads a deal for a change: at first as it was just read, so that it costs nothing; afterwards anew. */
export function heldDeal(
  context: LeadReadContext,
  lead: Lead,
  first: FoundDeal,
  onRead: (lead: Lead) => void = () => {},
): ReadDeal {
  let held: FoundDeal | null = first;
  return async (crmOptions) => {
    if (held) {
      const now = held;
      held = null;
      return now;
    }
    const anew = await readLead(context, crmOptions, lead.contact.id);
    onRead(anew);
    return dealOf(anew, first.deal.id);
  };
}
