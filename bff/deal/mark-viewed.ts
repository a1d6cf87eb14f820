import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { AVAILABLE_FOR_CUSTOMER, VIEWED } from '../crm/schema/stages-and-tags.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { DealChangeContext } from './change-deal.ts';
import { changeDeal } from './change-deal.ts';
import type { ReadDeal } from './read-deal.ts';

/** `Available For Customer` becomes `Viewed`; every other stage stays as it is (decision F5). */
export async function markViewed(
  context: DealChangeContext,
  crmOptions: CrmCallOptions,
  read: ReadDeal,
): Promise<FoundDeal> {
  const { found } = await changeDeal(context, crmOptions, {
    read,
    guarded: true,
    decide: ({ deal }) => (deal.Stage === AVAILABLE_FOR_CUSTOMER ? { Stage: VIEWED } : null),
  });
  return found;
}
