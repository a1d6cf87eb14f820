import { FINANCING } from '../../texts/order.ts';
import { APPROVE } from '../../texts/quote.ts';
import { Money } from '../../ui/Money.tsx';
import { WriteButton } from '../PageFrame.tsx';
import { ActProblem } from './acts.tsx';
import { type ApprovalProps, Questions, useApproval } from './approve.tsx';
import { FinancingTerms, LoanWarning } from './Paying.tsx';

/** The older format: with or without financing (§2.5), or only without if financing is not offered (decision F6). */
export function OlderApproveControls(props: ApprovalProps) {
  const { mutate, isPending, error } = useApproval(props);
  const { financing: offer, conditions, fingerprint } = props.deal;
  const loan = conditions?.loan;
  const approve = (financing?: boolean) => mutate({ survey1_approve_clicked: true, fingerprint, financing });
  return (
    <div className="approve">
      <Questions />
      <h2>{offer ? FINANCING.title : APPROVE.intro}</h2>
      {offer && (
        <>
          <p>{FINANCING.intro}</p>
          <LoanWarning loan={loan} />
        </>
      )}
      <div className="button-row ways-to-pay">
        {offer && (
          <WriteButton variant="quiet" busy={isPending} onClick={() => approve(true)}>
            <span className="sign-agree">{FINANCING.withFinancing}</span>{' '}
            <span className="sign-duty">
              <Money value={offer.monthlyEuros} /> {FINANCING.perMonth}, {FINANCING.fixed}
            </span>
          </WriteButton>
        )}
        <WriteButton busy={isPending} onClick={() => approve(offer ? false : undefined)}>
          <span className="sign-agree">{FINANCING.without}</span>
        </WriteButton>
      </div>
      {offer && <FinancingTerms loan={loan} />}
      {error && <ActProblem error={error} before={APPROVE.failed} unknown={APPROVE.unknown} />}
    </div>
  );
}
