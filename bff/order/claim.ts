import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';

/** Far longer than what follows from a press takes, and as long as a customer may wait for another process to take over. */
export const HOLD_MS = 5 * 60_000;

/**
 * Of all processes that want to finish the same order, the one whose guarded write the CRM takes.
 *
 * @returns the deal as it is after the write; null when somebody else was first, or when nobody can tell
 */
export async function claim(crm: CrmClient, found: FoundDeal, patch: DealFields): Promise<FoundDeal | null> {
  const { id, Modified_Time } = found.deal;
  try {
    const guard = Modified_Time === null ? {} : { unmodifiedSince: Modified_Time };
    const written = await crm.deals.update(id, patch, crmOptionsFor('background'), guard);
    return { ...found, deal: { ...found.deal, ...patch, Modified_Time: written.Modified_Time } };
  } catch (error) {
    if (error instanceof CrmError) return null;
    throw error;
  }
}
