import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { isOwnInstallation } from '../../../bff/view-models/offer.ts';
import { termsOfPaying } from '../../../bff/view-models/payments.ts';
import { stepOf } from '../../../bff/view-models/step-texts.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { siteQuery } from '../../api/query-client.ts';
import { part } from '../../first-view/drawing.tsx';
import { amsterdamClock, formatMoment } from '../../texts/format.ts';
import { DEAL_STATUS, statusSince } from '../../texts/offer.ts';
import { THANKS } from '../../texts/order.ts';
import { DEALS } from '../../texts/page.ts';
import { QUOTE } from '../../texts/quote.ts';
import { Extra, PART_FAILED } from '../../ui/Crash.tsx';
import { Crystal } from '../../ui/Crystal.tsx';
import { Money } from '../../ui/Money.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Adviser } from '../Adviser.tsx';
import { CallUs } from '../Help.tsx';
import { SENT_WITHIN_MS, withdrawalQuery } from './acts.tsx';
import { KeepOrder } from './DownloadPdf.tsx';
import { FoldedRows } from './FoldedRows.tsx';
import { Payments } from './Paying.tsx';
import { QuoteOffer } from './QuoteOffer.tsx';
import '../next-steps.css';
import './signature.css';

const SignedEnd = part('customer/quote/SignedEnd.tsx', () => import('./SignedEnd.tsx'), 'SignedEnd');

interface OrderPageProps {
  deal: Deal;
  signed: Signed | undefined;
}

/** A signed quote is an order: next steps come first, and the rows are collapsed on screen but printed. */
export function OrderPage({ deal, signed }: OrderPageProps) {
  return (
    <>
      <ThankYou deal={deal} signed={signed} />
      {deal.survey1_calc !== null && <QuoteOffer deal={deal} isOrder />}
      <FoldedRows deal={deal} />
      <Extra failed={PART_FAILED}>
        <SignedEnd deal={deal} />
      </Extra>
    </>
  );
}

export interface Signed {
  /** The name typed in this session, until the server's deal has it. */
  name: string | null;
  /** Somebody had already signed. */
  already: boolean;
  /** This session also tried to sign, too late. */
  wasLate?: boolean;
  /** The server has confirmed the signature since. */
  isConfirmed?: boolean;
}

/** Above a signed quote: thanks, the order, when and by whom it was signed, and next steps. */
function ThankYou({ deal, signed }: OrderPageProps) {
  const at = deal.signing?.at;
  const [condition, ...meaning] = deal.quote.notices;
  return (
    <section className="thanks">
      <ScreenHeading title={THANKS.title} />
      <p className="good strong">{at ? statusSince(DEAL_STATUS.signed, formatMoment(at, 0)) : DEAL_STATUS.signed}</p>
      <p className="small no-print">
        {QUOTE.kenmerk} {deal.kenmerk}
      </p>
      {signed?.already && (
        <Notice title={THANKS.already}>
          <p>
            {THANKS.recorded} {signed.wasLate && THANKS.notStored}
          </p>
          <CallUs before={THANKS.notYou} />
        </Notice>
      )}
      <p className="lead">
        {THANKS.ordered} <strong>{deal.Deal_Name ?? DEALS.nameless}</strong>
        {deal.survey1_calc !== null && (
          <>
            {' '}
            {THANKS.for}{' '}
            <strong>
              <Money value={deal.quote.totals.finalInclVat} />
            </strong>{' '}
            {vatWords(deal.quote.totals).toPay}
          </>
        )}
        .
      </p>
      {condition && (
        <Notice tone="warning" title={condition}>
          {meaning.map((notice) => (
            <p key={notice}>{notice}</p>
          ))}
        </Notice>
      )}
      <Signature deal={deal} signed={signed} />
      <AfterSigning deal={deal} />
    </section>
  );
}

const WHOLE = 6;
/** Letters of a signature on one line of a phone, for browsers without `field-sizing`. */
const NAME_PER_LINE = 22;

/** The signature as drawn or typed; sealed if the portal can prove it. */
function Signature({ deal, signed }: OrderPageProps) {
  const nameId = useId();
  const drawn = drawnSignature(deal.survey1_signature);
  const typed = signed?.name ?? deal.gaikan_signature_plain;
  const isSealed = signed !== undefined || deal.signature === 'proven';
  // The seal has one facet per module, or is the whole hexagon without modules.
  const modules = deal.survey1_calc?.module?.num_modules || WHOLE;
  return (
    <>
      {drawn && (
        <div>
          <p className="question" aria-hidden="true">
            {THANKS.drawn}
          </p>
          <img className="drawn" src={drawn} alt={THANKS.drawn} />
        </div>
      )}
      {typed && (
        <div className="field sealed">
          <label htmlFor={nameId}>{THANKS.signedBy}</label>
          <textarea
            id={nameId}
            className="signature"
            readOnly
            rows={Math.ceil(typed.length / NAME_PER_LINE)}
            value={typed}
          />
          {isSealed && <Crystal facets={modules} lands={signed !== undefined} />}
        </div>
      )}
    </>
  );
}

/** Accepts only png and jpeg data URLs. */
function drawnSignature(image: string | null) {
  return image && /^data:image\/(png|jpeg);base64,/.test(image) ? image : undefined;
}

/** Next steps after the signature, and a copy to keep. */
function AfterSigning({ deal }: { deal: Deal }) {
  // Newer orders store their withdrawal in the deal; older ones need a query.
  const { data: withdrawn } = useQuery({ ...withdrawalQuery(deal.id), enabled: deal.signing === null });
  const { signature } = deal;
  const isUnproven = signature === 'foreign' || signature === 'unknownKey';
  // An order in this stage is not planned, and the customer pays nothing for it.
  const isOff = deal.isLost;
  const goesOn = !withdrawn && !isOff;
  return (
    <>
      {isOff && !withdrawn && (
        <Notice tone="warning">
          <p>{THANKS.off}</p>
        </Notice>
      )}
      {isUnproven && (
        <Notice tone="warning">
          <p>{THANKS.unproven[signature]}</p>
        </Notice>
      )}
      {goesOn && !isUnproven && <OrderSteps deal={deal} />}
      {goesOn && deal.signing && <HowToPay signing={deal.signing} />}
      <section className="no-print">
        {!isUnproven && <h2>{THANKS.copyTitle}</h2>}
        {!withdrawn && deal.signing?.copy && <CopyState {...deal.signing} />}
        {!isUnproven && <p>{THANKS.keep}</p>}
        <KeepOrder dealId={deal.id} hasPdf={!isUnproven} />
      </section>
      <div className="no-print">
        <Adviser dealId={deal.id} />
        <CallUs />
      </div>
    </>
  );
}

const DAY_MS = 24 * 3_600_000;
/** How long after the signature the page promises a call within days. */
const CALL_SOON_MS = 7 * DAY_MS;

/**
 * The steps from the signature to a working battery: done, next and later. They show known dates and, where configured,
 * the seller's own texts.
 */
function OrderSteps({ deal }: { deal: Deal }) {
  const { signing } = deal;
  const { data: site } = useQuery(siteQuery);
  const { steps } = THANKS;
  const dates = [signing?.at, signing?.siteVisitAt, signing?.installationAt];
  const isPlanned = dates[1] != null || dates[2] != null;
  const [nowMs] = useState(Date.now);
  const isRecent = signing?.at != null && nowMs - Date.parse(signing.at) < CALL_SOON_MS;
  const call = isRecent && !isPlanned ? site?.afterSigning.call : undefined;
  const done = stepsDone(dates, nowMs);
  const isOwn = isOwnInstallation(deal);
  const signed = { name: steps.signed.name, text: steps.received, isSellers: false };
  return (
    <section className="next-steps">
      <h2>{signing ? THANKS.whatNow : THANKS.usual}</h2>
      <ol>
        {(['signed', 'siteVisit', 'installation', 'on'] as const).map((step, at) => {
          const date = dates[at];
          const state = at < done ? 'done' : at === done && signing ? 'next' : 'later';
          const { name, text, isSellers } = step === 'signed' ? signed : stepOf(step, site?.afterSigning ?? {}, isOwn);
          // A known date replaces "Wij bellen u om …". The seller's own text stays until that day has passed.
          const isTold = !date || isSellers;
          const isOver = state === 'done' && at > 0;
          return (
            <li key={step} className={`step-${state}`} aria-current={state === 'next' ? 'step' : undefined}>
              <strong>{name}</strong>
              {date && ` · ${formatMoment(date)}`}{' '}
              <span className={state === 'next' ? 'pill' : 'unseen'}>{THANKS.state[state]}</span>
              {step === 'siteVisit' && call && <span className="next-step-text">{call}</span>}
              {isTold && !isOver && <span className="next-step-text">{text}</span>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/**
 * How many steps are done. A step counts once its planned day has passed, with all steps before it. The count ends
 * before the first step that is planned for today or later. The signature always counts.
 */
function stepsDone(dates: (string | null | undefined)[], nowMs: number) {
  const dayOf = (ms: number) => Math.floor(amsterdamClock(ms) / DAY_MS);
  const today = dayOf(nowMs);
  const isPast = (date: string | null | undefined) => date != null && dayOf(Date.parse(date)) < today;
  const isToCome = (date: string | null | undefined) => date != null && !isPast(date);
  const done = 1 + dates.findLastIndex((date, at) => at === 0 || isPast(date));
  const toCome = dates.findIndex((date, at) => at > 0 && isToCome(date));
  return toCome === -1 ? done : Math.min(done, toCome);
}

type Signing = NonNullable<Deal['signing']>;

/**
 * The payments as signed, otherwise the signed terms about paying. During a deployment, a server of the previous
 * version sends no payments.
 */
function HowToPay({ signing: { payments = [], loan, terms } }: { signing: Signing }) {
  // Not printed, because the printed page has the terms in full.
  const inWords = loan || payments.length > 0 ? undefined : termsOfPaying(terms.paragraphs);
  if (payments.length === 0 && !inWords) return null;
  return (
    <section className={inWords ? 'no-print' : undefined}>
      <h2>{QUOTE.paying}</h2>
      {inWords ? <p>{inWords}</p> : <Payments payments={payments} />}
    </section>
  );
}

/** The state of the customer's own copy: "sent" only after the CRM accepted the mail (decision I2). */
function CopyState({ at, copy: { state, to, mayBeMailed } }: Pick<Signing, 'at' | 'copy'>) {
  const [nowMs] = useState(Date.now);
  if (state === 'sent') return <p>{to === null ? THANKS.copy.sent : THANKS.copy.sentTo(to)}</p>;
  // Without an address the copy becomes a task.
  if (state === 'pending' && to !== null) {
    return nowMs - Date.parse(at ?? '') < SENT_WITHIN_MS ? <p>{THANKS.copy.pending(to)}</p> : null;
  }
  return <p>{mayBeMailed ? THANKS.copy.unsure : THANKS.copy.task}</p>;
}
