import { queryOptions } from '@tanstack/react-query';
import type { Receipt, ReceiptAnswer, WithdrawalAnswer } from '../../../bff/view-models/deal.ts';
import { askAsCustomer } from '../ask-as-customer.ts';
import { dealApiPath } from '../deals/deal-query.ts';

/** Sends a message about a quote or an order; resolves with a receipt once the CRM has it. */
export async function sendMessage(
  dealId: string,
  what: 'question' | 'decline' | 'withdraw',
  body: object,
  idempotencyKey: string,
): Promise<Receipt> {
  const path = dealApiPath(dealId, `/${what}`);
  return (await askAsCustomer<ReceiptAnswer>(path, { method: 'POST', body, idempotencyKey })).receipt;
}

/** The receipt of an earlier withdrawal on any device; null while the order stands. */
export function withdrawalQuery(dealId: string) {
  return queryOptions({
    queryKey: ['withdrawal', dealId],
    queryFn: async ({ signal }) =>
      (await askAsCustomer<WithdrawalAnswer>(dealApiPath(dealId, '/withdraw'), { signal })).receipt,
  });
}
