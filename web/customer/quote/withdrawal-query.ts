import { queryOptions } from '@tanstack/react-query';
import type { WithdrawalAnswer } from '../../../bff/view-models/messages.ts';
import { askAsCustomer } from '../ask-as-customer.ts';
import { dealApiPath } from '../deals/deal-query.ts';

/** The receipt of an earlier withdrawal, on this device or another; null when the order stands. */
export function withdrawalQuery(dealId: string) {
  return queryOptions({
    queryKey: ['withdrawal', dealId],
    queryFn: async ({ signal }) =>
      (await askAsCustomer<WithdrawalAnswer>(dealApiPath(dealId, '/withdraw'), { signal })).receipt,
  });
}
