import { createHash } from 'node:crypto';
import type { ReadDeal } from '../deal/read-deal.ts';
import { dealOf, type Lead, type LeadReadContext, readLead } from '../queue/read-lead.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { Owner } from '../view-models/admin.ts';
import type { CallcenterAction } from '../view-models/callcenter-action.ts';

/** Who acts, and the reference that identifies a repeat of the same request. */
export interface Actor {
  staff: Owner | null;
  ref: string;
  /** Another process may have handled this request, so the portal looks for its note before writing one. */
  mayBeRepeat: boolean;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** For example "K7Q2-9XDM-4F1A": equal for the same key and body, otherwise different. */
export function refOf(key: string | undefined, body: CallcenterAction): string {
  const digest = createHash('sha256')
    .update(`${key ?? crypto.randomUUID()}\n${JSON.stringify(body)}`)
    .digest();
  const letters = [...digest.subarray(0, 12)].map((byte) => BASE32[byte % 32]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4, 8)}-${letters.slice(8)}`;
}

/** Makes a reader for a change of a deal: its first call returns the given deal, later calls read the CRM. */
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
