import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { SeenDeal } from '../access/known-links.ts';
import { AVAILABLE_FOR_CUSTOMER, VIEWED } from '../crm/schema/stages-and-tags.ts';
import type { DealChangeContext } from './change-deal.ts';
import { changeDeal } from './change-deal.ts';
import type { ReadDeal } from './read-deal.ts';

/**
 * `Available For Customer` becomes `Viewed`; every other stage stays as it is (decision F5). What the customer was shown
 * is known with its version, which is the guard: one CRM call. Who edited the deal since then, or what nobody remembers,
 * makes it a change like any other. Returns the deal as it is known now.
 */
export async function markViewed(
  context: DealChangeContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  seen: SeenDeal | undefined,
): Promise<SeenDeal> {
  const written = seen?.Stage === AVAILABLE_FOR_CUSTOMER ? await writeSeen(context, crmOptions, seen) : seen;
  if (written) return written;
  const { found } = await changeDeal(context, crmOptions, {
    read,
    guarded: true,
    decide: ({ deal }) => (deal.Stage === AVAILABLE_FOR_CUSTOMER ? { Stage: VIEWED } : null),
  });
  return found.deal;
}

/** Null where the deal has changed since, or may have been written. */
async function writeSeen(
  { crm }: DealChangeContext,
  crmOptions: CrmCallOptions,
  { id, Modified_Time: unmodifiedSince }: SeenDeal,
): Promise<SeenDeal | null> {
  if (unmodifiedSince === null) return null;
  try {
    const { Modified_Time } = await crm.deals.update(id, { Stage: VIEWED }, crmOptions, { unmodifiedSince });
    return { id, Stage: VIEWED, Modified_Time };
  } catch (error) {
    if (error instanceof CrmError && (error.kind === 'conflict' || error.sent === 'unknown')) return null;
    throw error;
  }
}
