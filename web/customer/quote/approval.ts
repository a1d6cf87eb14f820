import type { Approval, DealAnswer } from '../../../bff/view-models/deal.ts';
import { askAsCustomer } from '../ask-as-customer.ts';
import { dealApiPath } from '../deals/deal-query.ts';

/** Approving and signing are one call; both name the quote that was shown (decisions F1, F2). */
export async function sendApproval(dealId: string, body: Approval, idempotencyKey: string) {
  const answer = await askAsCustomer<DealAnswer>(dealApiPath(dealId, '/approve'), {
    method: 'POST',
    body,
    idempotencyKey,
  });
  return answer.deal;
}
