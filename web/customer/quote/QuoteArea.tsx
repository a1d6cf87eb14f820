import type { Deal } from '../../../bff/view-models/deal.ts';
import { APPROVE } from '../../texts/quote.ts';
import { SaveProblem } from '../../ui/SaveProblem.tsx';
import { WriteButton } from '../WriteButton.tsx';
import { Declined, NotOpen, OlderApproveControls } from './lazy-parts.tsx';
import type { Signed } from './OrderPage.tsx';
import { Questions } from './Questions.tsx';
import { SignForm } from './sign-part.tsx';
import { type Approved, type ApproveProps, useApprove } from './use-approve.ts';

interface QuoteAreaProps {
  deal: Deal;
  /** Declined, and not reconsidered on this screen. */
  isDeclined: boolean;
  onReconsider: () => void;
  /** Approved in this session, for the quote on screen. */
  approved: Approved | undefined;
  /** Undefined reverts the choice. */
  onApproved: (approved: Approved | undefined) => void;
  onSigned: (signed: Signed) => void;
}

/** The actions below an unsigned quote: the state comes from the server, the approval from this session (F7). */
export function QuoteArea({ deal, isDeclined, onReconsider, approved, onApproved, onSigned }: QuoteAreaProps) {
  if (deal.quoteArea === 'closed') return approved ? <NotOpen /> : null;
  if (isDeclined) return <Declined deal={deal} onReconsider={onReconsider} />;
  if (deal.quoteArea !== 'approve' && deal.quoteArea !== 'declined') return null;
  const alreadySigned = () => onSigned({ name: null, already: true });
  if (approved) {
    return (
      <SignForm
        deal={deal}
        financing={approved.financing}
        onChangeFinancing={() => onApproved(undefined)}
        onSigned={(name) => onSigned({ name, already: false })}
        onAlreadySigned={alreadySigned}
      />
    );
  }
  // Reset the controls when the quote changes; the notice says what changed.
  const Controls = deal.gaikan_deal_version === '2' ? ApproveControls : OlderApproveControls;
  return <Controls key={deal.fingerprint} deal={deal} onApproved={onApproved} onAlreadySigned={alreadySigned} />;
}

/** Version 2: questions first, then "Akkoord … Verder", a statement of intent without obligation. */
function ApproveControls(props: ApproveProps) {
  const { approve, isPending, error } = useApprove(props);
  const [agree, dots, onward] = APPROVE.approve;
  return (
    <div className="approve">
      <Questions canBook />
      <div className="approve-go">
        <p>{APPROVE.intro}</p>
        <WriteButton busy={isPending} onClick={() => approve()}>
          {agree} <span className="approve-dots">{dots}</span> {onward}
        </WriteButton>
        {error && <SaveProblem error={error} unknown={APPROVE.unknown} />}
      </div>
    </div>
  );
}
