import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError, isRefusedForGood } from '../../crm-contract/errors.ts';
import type { SeenDeal } from '../access/known-links.ts';
import { AVAILABLE_FOR_CUSTOMER, VIEWED } from '../crm/schema/stages-and-tags.ts';
import type { DealChangeContext } from './change-deal.ts';
import { changeDeal } from './change-deal.ts';
import type { ReadDeal } from './read-deal.ts';

/**
 * `Available For Customer` becomes `Viewed`; every other stage stays as it is (decision F5). What the customer was shown
 * is known with its version, which is the guard: one CRM call. Who edited the deal since then, or what nobody remembers,
 * makes it a change like any other. Where a rule of the CRM keeps the stage, it stays: nobody who looks at a quote is told of
 * that. Returns the deal as it is known now.
 */
export async function markViewed(
  context: DealChangeContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
  seen: SeenDeal | undefined,
): Promise<SeenDeal> {
  const written = seen?.Stage === AVAILABLE_FOR_CUSTOMER ? await writeSeen(context, crmOptions, seen) : seen;
  if (written) return written;
  let before: SeenDeal | undefined;
  try {
    const { found } = await changeDeal(context, crmOptions, {
      read,
      guarded: true,
      decide: ({ deal }) => {
        before = deal;
        return deal.Stage === AVAILABLE_FOR_CUSTOMER ? { Stage: VIEWED } : null;
      },
    });
    return found.deal;
  } catch (error) {
    if (!before || !isKeptByRule(error)) throw error;
    return before;
  }
}

const isKeptByRule = (error: unknown) => isRefusedForGood(error) && error.kind !== 'not_found';

/** Null where the deal has changed since, or may have been written. */
async function writeSeen(
  { crm }: DealChangeContext,
  crmOptions: CrmCallOptions,
  seen: SeenDeal,
): Promise<SeenDeal | null> {
  const { id, Modified_Time: unmodifiedSince } = seen;
  if (unmodifiedSince === null) return null;
  try {
    const { Modified_Time } = await crm.deals.update(id, { Stage: VIEWED }, crmOptions, { unmodifiedSince });
    return { id, Stage: VIEWED, Modified_Time };
  } catch (error) {
    if (error instanceof CrmError && (error.kind === 'conflict' || error.sent === 'unknown')) return null;
    if (isKeptByRule(error)) return seen;
    throw error;
  }
}
