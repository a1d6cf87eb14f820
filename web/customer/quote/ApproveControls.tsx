import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { isRequestFailed } from '../../api/problem.ts';
import { confirmWrite, idempotencyKey } from '../../device/idempotency-key.ts';
import { SIGN } from '../../texts/sign.ts';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { keepDeal, keepDealOfRefusal } from '../deals/deal-query.ts';
import { WriteButton } from '../WriteButton.tsx';
import { sendApproval } from './approval.ts';
import { CallMe } from './CallMe.tsx';

interface ApproveControlsProps {
  deal: Deal;
  onApproved: (fingerprint: string) => void;
  onAlreadySigned: () => void;
}

/** Questions first, then "Akkoord … Verder": an intent, nothing is concluded yet. */
export function ApproveControls({ deal, onApproved, onAlreadySigned }: ApproveControlsProps) {
  const client = useQueryClient();
  const body = { survey1_approve_clicked: true as const, fingerprint: deal.fingerprint };
  const write = `approve:${deal.id}`;
  const approve = useMutation({
    mutationFn: (key: string) => sendApproval(deal.id, body, key),
    onSuccess: (answered) => {
      confirmWrite(write);
      onApproved(body.fingerprint);
      keepDeal(client, answered);
    },
    onError: (error) => {
      if (isRequestFailed(error) && error.code === 'already_signed') onAlreadySigned();
      keepDealOfRefusal(client, deal.id, error);
    },
  });
  const [agree, dots, onward] = SIGN.approve;
  const unknown = isRequestFailed(approve.error) && approve.error.code === 'outcome_unknown';

  return (
    <div className="approve">
      <CallMe />
      <div className="approve-go">
        <p>{SIGN.approveIntro}</p>
        <WriteButton busy={approve.isPending} onClick={() => approve.mutate(idempotencyKey(write, body))}>
          {agree} <span className="approve-dots">{dots}</span> {onward}
        </WriteButton>
        {approve.error && <SaveProblem error={approve.error} before={unknown ? SIGN.unknownApproval : ''} />}
      </div>
    </div>
  );
}
