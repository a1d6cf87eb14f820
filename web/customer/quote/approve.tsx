import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Approval, Deal, DealAnswer } from '../../../bff/view-models/deal.ts';
import { isRequestFailed, RequestFailed } from '../../api/ask-bff.ts';
import { fetchParts } from '../../first-view/drawing.tsx';
import { APPROVE } from '../../texts/quote.ts';
import { BookingButton } from '../BookingButton.tsx';
import { dealApiPath, keepDeal, keepDealOfRefusal, sendPress } from '../contact-and-deal.ts';
import { askAsCustomer } from '../gate/visitor.ts';
import { SellerPhone } from '../Help.tsx';
import { SIGNED } from '../survey/deal-survey-steps.ts';

/** What follows an approval and a signature: prefetched while they are being sent. */
export const SIGN_FORM_FILE = 'customer/quote/SignForm.tsx';
export const ORDER_FILE = 'customer/quote/OrderPage.tsx';
const END_FILE = 'customer/quote/SignedEnd.tsx';

export interface ApprovalProps {
  deal: Deal;
  /** The server has confirmed this approval or signature. */
  onApproved: (approval: Approval) => void;
  onAlreadySigned: () => void;
}

/**
 * Approving, which states an intent, and signing share one call. Both send the fingerprint of the quote on screen
 * (decisions F1, F2).
 */
export function useApproval({ deal: { id }, onApproved, onAlreadySigned }: ApprovalProps) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (approval: Approval) => sendApproval(id, approval),
    onMutate: () => void fetchParts([SIGN_FORM_FILE, ORDER_FILE, END_FILE]),
    onSuccess: (answered, approval) => {
      onApproved(approval);
      keepDeal(client, answered);
    },
    onError: (error) => {
      if (isRequestFailed(error) && error.code === 'already_signed') onAlreadySigned();
      keepDealOfRefusal(client, id, error);
    },
  });
}

/** A signature is never repeated automatically: only another press signs again. */
function sendApproval(dealId: string, body: Approval) {
  const isSigning = body.gaikan_signature_plain !== undefined;
  const send = async (idempotencyKey: string) => {
    const path = dealApiPath(dealId, '/approve');
    const answer = await askAsCustomer<DealAnswer>(path, { method: 'POST', body, idempotencyKey });
    // A program between the browser and the server, such as a proxy, may have answered: then there is no deal, or no
    // signed one, and nobody knows whether anything was stored.
    if (!answer?.deal || (isSigning && !SIGNED.has(answer.deal.quoteArea))) throw new RequestFailed(0);
    return answer.deal;
  };
  return sendPress(`${isSigning ? 'sign' : 'approve'}:${dealId}`, body, send, { repeats: !isSigning });
}

/** "Heeft u vragen?" with the seller's phone number; with `canBook` also the booking of a call. */
export function Questions({ canBook = false }: { canBook?: boolean }) {
  return (
    <section className="call-me">
      <div>
        <h2>{APPROVE.questions}</h2>
        <p>
          {APPROVE.questionsText} {canBook && APPROVE.chooseMoment}
        </p>
        <p className="small">
          <SellerPhone before={canBook ? APPROVE.callYourself : APPROVE.call} />
        </p>
      </div>
      {canBook && <BookingButton variant="quiet">{APPROVE.callMe}</BookingButton>}
    </section>
  );
}
