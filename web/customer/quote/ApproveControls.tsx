import { APPROVE } from '../../texts/quote.ts';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { WriteButton } from '../WriteButton.tsx';
import { CallMe } from './CallMe.tsx';
import { type ApproveProps, useApprove } from './use-approve.ts';

/** Version 2: questions first, then "Akkoord … Verder", an intent without obligation. */
export function ApproveControls(props: ApproveProps) {
  const { approve, isPending, error } = useApprove(props);
  const [agree, dots, onward] = APPROVE.approve;
  return (
    <div className="approve">
      <CallMe />
      <div className="approve-go">
        <p>{APPROVE.intro}</p>
        <WriteButton busy={isPending} onClick={() => approve()}>
          {agree} <span className="approve-dots">{dots}</span> {onward}
        </WriteButton>
        {error && <SaveProblem error={error} unknown={APPROVE.unknownApproval} />}
      </div>
    </div>
  );
}
