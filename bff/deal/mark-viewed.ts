import type { CallContext } from '../../crm-contract/call-context.ts';
import type { Context } from '../context.ts';
import { AVAILABLE_FOR_CUSTOMER, VIEWED } from '../crm-fields/stages.ts';
import { changeDeal } from './change-deal.ts';
import type { FoundDeal, ReadDeal } from './read-deal.ts';

/** `Available For Customer` becomes `Viewed`; every other stage stays as it is (decision F5). */
export async function markViewed(context: Context, call: CallContext, read: ReadDeal): Promise<FoundDeal> {
  const { found } = await changeDeal(context, call, {
    read,
    guarded: true,
    decide: ({ deal }) => (deal.Stage === AVAILABLE_FOR_CUSTOMER ? { Stage: VIEWED } : null),
  });
  return found;
}
