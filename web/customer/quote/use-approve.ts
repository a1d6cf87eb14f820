import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Approval, Deal } from '../../../bff/view-models/deal.ts';
import { isRequestFailed } from '../../api/problem.ts';
import { confirmWrite, idempotencyKey } from '../../device/idempotency-key.ts';
import { keepDeal, keepDealOfRefusal, sendApproval } from '../deals/deal-query.ts';
import { fetchSigning } from './sign-part.tsx';

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
  const write = `approve:${deal.id}`;
  const mutation = useMutation({
    mutationFn: (body: Approval) => {
      fetchSigning();
      return sendApproval(deal.id, body, idempotencyKey(write, body));
    },
    onSuccess: (answered, body) => {
      confirmWrite(write);
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
        ...(financing !== undefined && { financing }),
      }),
  };
}
