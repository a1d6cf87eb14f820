import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Approval, Deal } from '../../../bff/view-models/deal.ts';
import { isRequestFailed } from '../../api/ask-bff.ts';
import { fetchParts, part } from '../../first-view/drawing.tsx';
import { APPROVE } from '../../texts/quote.ts';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { BookingButton } from '../BookingButton.tsx';
import { keepDeal, keepDealOfRefusal, sendApproval, sendPress } from '../contact-and-deal.ts';
import { CallUs, SellerPhone } from '../Help.tsx';

/** This session's approval: the quote, and for an older one the chosen payment. */
export interface Approved {
  fingerprint: string;
  financing: boolean | undefined;
}

export interface ApproveProps {
  deal: Deal;
  onApproved: (approved: Approved) => void;
  onAlreadySigned: () => void;
}

/** Approving states an intent and sends the fingerprint of the quote on screen (decisions F1, F2). */
export function useApprove({ deal, onApproved, onAlreadySigned }: ApproveProps) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (body: Approval) => {
      fetchSigning();
      return sendPress(`approve:${deal.id}`, body, (key) => sendApproval(deal.id, body, key));
    },
    onSuccess: (answered, body) => {
      onApproved({ fingerprint: deal.fingerprint, financing: body.financing });
      keepDeal(client, answered);
    },
    onError: (error) => {
      if (isRequestFailed(error) && error.code === 'already_signed') onAlreadySigned();
      keepDealOfRefusal(client, deal.id, error);
    },
  });
  const { error, isPending } = mutation;
  return {
    isPending,
    error,
    approve: (financing?: boolean) =>
      mutation.mutate({
        survey1_approve_clicked: true,
        fingerprint: deal.fingerprint,
        financing,
      }),
  };
}

export function ApproveProblem({ error }: { error: Error }) {
  return (
    <SaveProblem error={error} before={APPROVE.failed} unknown={APPROVE.unknown}>
      <CallUs />
    </SaveProblem>
  );
}

const SIGN_FORM = 'customer/quote/SignForm.tsx';
const ORDER = 'customer/quote/OrderPage.tsx';
const END = 'customer/quote/SignedEnd.tsx';

/** Prefetched while the approval is being sent. */
export const SignForm = part(SIGN_FORM, async () => (await import('./SignForm.tsx')).SignForm);
export const OrderPage = part(ORDER, async () => (await import('./OrderPage.tsx')).OrderPage);

function fetchSigning() {
  void fetchParts([SIGN_FORM, ORDER, END]);
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
