import { useRef, useState } from 'react';
import type { Approval, Deal } from '../../../bff/view-models/deal.ts';
import { fetchParts, part } from '../../first-view/drawing.tsx';
import { APPROVE, MESSAGES } from '../../texts/quote.ts';
import { Button } from '../../ui/Button.tsx';
import { Extra, PART_FAILED } from '../../ui/Crash.tsx';
import { PartLoading } from '../../ui/LoadingScreen.tsx';
import { WriteButton } from '../PageFrame.tsx';
import { ActProblem, UNSOLD_FILE } from './acts.tsx';
import { type ApprovalProps, Questions, SIGN_FORM_FILE, useApproval } from './approve.tsx';
import type { Signed } from './OrderPage.tsx';

const SignForm = part(SIGN_FORM_FILE, () => import('./SignForm.tsx'), 'SignForm');

/** Lazy-loaded: few quotes have the older format, or are declined or closed. */
const OlderApproveControls = part(
  'customer/quote/OlderApproveControls.tsx',
  () => import('./OlderApproveControls.tsx'),
  'OlderApproveControls',
);
const Declined = part(UNSOLD_FILE, () => import('./UnsoldQuote.tsx'), 'Declined');

/** Lazy-loaded: most readers send no message, and download nothing. */
const MessageForm = part('customer/quote/MessageForm.tsx', () => import('./MessageForm.tsx'), 'MessageForm');
const DownloadPdf = part('customer/quote/DownloadPdf.tsx', () => import('./DownloadPdf.tsx'), 'DownloadPdf');

interface QuoteAreaProps {
  deal: Deal;
  /** Declined, and not reconsidered on this screen. */
  isDeclined: boolean;
  onReconsider: () => void;
  /** Approved in this session, for the quote on screen. */
  approved: Approval | undefined;
  /** Undefined reverts the choice. */
  onApproved: (approved: Approval | undefined) => void;
  onSigned: (signed: Signed) => void;
}

/**
 * The actions below a quote that can be signed or was declined. The state comes from the server, the approval from this
 * session (F7).
 */
export function QuoteArea({ deal, isDeclined, onReconsider, approved, onApproved, onSigned }: QuoteAreaProps) {
  const isModuleQuote = deal.gaikan_deal_version === '2';
  if (isDeclined) return <Declined deal={deal} onReconsider={onReconsider} />;
  // During a deployment, a deal of the previous version has no conditions, and cannot be signed.
  if (approved && deal.conditions) {
    return (
      <>
        <SignForm
          deal={deal}
          conditions={deal.conditions}
          financing={approved.financing}
          onChangeFinancing={() => onApproved(undefined)}
          onSigned={(name) => onSigned({ name, already: false })}
          onAlreadySigned={() => onSigned({ name: null, already: true, wasLate: true })}
        />
        <Questions canBook={isModuleQuote} />
      </>
    );
  }
  // Reset the controls when the quote changes; the notice says what changed.
  const Controls = isModuleQuote ? ApproveControls : OlderApproveControls;
  return (
    <Controls
      key={deal.fingerprint}
      deal={deal}
      onApproved={onApproved}
      onAlreadySigned={() => onSigned({ name: null, already: true })}
    />
  );
}

/** Version 2: questions first, then "Akkoord … Verder", a statement of intent without obligation. */
function ApproveControls(props: ApprovalProps) {
  const { mutate, isPending, error } = useApproval(props);
  const { fingerprint } = props.deal;
  const [agree, dots, onward] = APPROVE.approve;
  return (
    <div className="approve">
      <Questions canBook />
      <div className="approve-go">
        <p>{APPROVE.intro}</p>
        <WriteButton busy={isPending} onClick={() => mutate({ survey1_approve_clicked: true, fingerprint })}>
          {agree} {dots} {onward}
        </WriteButton>
        {error && <ActProblem error={error} before={APPROVE.failed} unknown={APPROVE.unknown} />}
      </div>
    </div>
  );
}

const KINDS = ['question', 'decline'] as const;

/**
 * Alternatives to agreeing: ask, decline, or download. Only one form is open at a time; the other keeps its draft. Once
 * the deal says declined, the receipt of the refusal is in the page's head.
 */
export function QuoteMessages({ deal: { id: dealId, quoteArea, canReconsider } }: { deal: Deal }) {
  const kinds = KINDS.filter((kind) => kind !== 'decline' || quoteArea !== 'declined');
  const hasPdf = quoteArea === 'approve' || canReconsider;
  const [open, setOpen] = useState<(typeof KINDS)[number]>();
  const [isSending, setSending] = useState(false);
  const [wantsPdf, setWantsPdf] = useState(false);
  const section = useRef<HTMLElement>(null);

  function toggle(kind: (typeof KINDS)[number]) {
    // Prefetches the heading of a declined offer, so that it appears at once.
    if (kind === 'decline') void fetchParts([UNSOLD_FILE]);
    setOpen(open === kind ? undefined : kind);
  }

  /** Returns the focus to the button that opened the form. */
  function cancel() {
    section.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
    setOpen(undefined);
  }

  return (
    <section className="quote-messages" ref={section}>
      <h2>{MESSAGES.title}</h2>
      <div className="button-row">
        {kinds.map((kind) => (
          <Button
            key={kind}
            variant="plain"
            busy={isSending}
            aria-expanded={open === kind}
            onClick={() => toggle(kind)}
          >
            {MESSAGES[kind]}
          </Button>
        ))}
        {hasPdf && !wantsPdf && (
          <Button variant="plain" onClick={() => setWantsPdf(true)}>
            {MESSAGES.pdf}
          </Button>
        )}
        {wantsPdf && (
          <Extra loading={<PartLoading />} failed={PART_FAILED}>
            <DownloadPdf dealId={dealId} variant="plain" atOnce />
          </Extra>
        )}
      </div>
      {open && kinds.includes(open) && (
        <Extra key={open} loading={<PartLoading />} failed={PART_FAILED}>
          <MessageForm dealId={dealId} kind={open} onCancel={cancel} onSending={setSending} />
        </Extra>
      )}
    </section>
  );
}
