import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Approval, Deal } from '../../../bff/view-models/deal.ts';
import type { DealStep } from '../../../bff/view-models/survey-step-texts.ts';
import { siteQuery } from '../../api/query-client.ts';
import { InBrowser, laterPart, part } from '../../first-view/drawing.tsx';
import { QuoteParties, QuoteTable } from '../../quote/QuoteSheet.tsx';
import { QUOTE } from '../../texts/quote.ts';
import { Extra, PART_FAILED } from '../../ui/Crash.tsx';
import { PartLoading } from '../../ui/LoadingScreen.tsx';
import { useVisitor } from '../gate/visitor.ts';
import { UNSOLD_FILE } from './acts.tsx';
import { ORDER_FILE, Questions } from './approve.tsx';
import type { Signed } from './OrderPage.tsx';
import { QuoteArea, QuoteMessages } from './QuoteArea.tsx';
import { QuoteHead, QuoteOffer, QuoteTotal } from './QuoteOffer.tsx';
import stars from './stars.svg';
import '../../quote/quote.css';
import '../../quote/quote-rows.css';
import '../../quote/quote-total.css';
import './agree.css';
import './quote-print.css';

const OrderPage = part(ORDER_FILE, () => import('./OrderPage.tsx'), 'OrderPage');

/** Lazy-loaded: few quotes are still below open questions. */
const Provisional = part('customer/quote/Provisional.tsx', () => import('./Provisional.tsx'), 'Provisional');

/** Lazy-loaded: few quotes are declined, withdrawn or closed. */
const unsold = () => import('./UnsoldQuote.tsx');
const UnsoldHead = part(UNSOLD_FILE, unsold, 'UnsoldHead');
const DeclinedRows = part(UNSOLD_FILE, unsold, 'DeclinedRows');
const WithdrawnPage = part(UNSOLD_FILE, unsold, 'WithdrawnPage');
const Hidden = part(UNSOLD_FILE, unsold, 'Hidden');
const Reconsidered = part(UNSOLD_FILE, unsold, 'Reconsidered');

/** Lazy-loaded: few quotes change while they are read. */
const QuoteNews = laterPart(() => import('./QuoteChanged.tsx'), 'QuoteNews');

/** Lazy-loaded: its questions are folded, below the offer. */
const GoodToKnow = part('customer/quote/GoodToKnow.tsx', () => import('./GoodToKnow.tsx'), 'GoodToKnow');

/** Lazy-loaded last, so that it does not delay agreeing. */
const QuoteStory = laterPart(() => import('./QuoteStory.tsx'), 'QuoteStory');

/** Lazy-loaded, because it reports only what is on screen for seconds. */
const MarkViewed = laterPart(() => import('./MarkViewed.tsx'), 'MarkViewed');

/** Id of the element with the approve controls. */
const AGREE = 'akkoord';

interface QuoteSectionProps {
  deal: Deal;
  /** The step of the survey that is shown above the quote, with its own heading. */
  step: DealStep | undefined;
}

/** The quote in its seven parts (§2.5); nothing without a calculation. */
export function QuoteSection({ deal, step }: QuoteSectionProps) {
  const answering = step !== undefined;
  const session = useQuoteSession(deal, answering);
  if (deal.quoteArea === 'none') {
    return session.approval === undefined ? null : (
      <Extra failed={PART_FAILED}>
        <Hidden deal={deal} />
      </Extra>
    );
  }
  if (deal.quoteArea === 'withdrawn') {
    return (
      <section className="quote quote-unsold">
        <WithdrawnPage deal={deal} answering={answering} />
      </section>
    );
  }
  if (session.isSigned) {
    return (
      <section className="quote">
        <OrderPage deal={deal} signed={session.signed} />
      </section>
    );
  }
  // With open questions above it, the quote may change, so it is collapsed.
  if (!answering || step === 'complete') return <OpenQuote deal={deal} answering={answering} session={session} />;
  return deal.survey1_calc === null ? null : (
    <Extra failed={PART_FAILED}>
      <Provisional deal={deal} />
    </Extra>
  );
}

/** What the customer saw and did here since this page was opened. */
function useQuoteSession(deal: Deal, answering: boolean) {
  const [seen, setSeen] = useState(deal);
  const [approval, setApproval] = useState<Approval>();
  const [signed, setSigned] = useState<Signed>();
  const [isReconsidered, setReconsidered] = useState(false);
  const changed = seen.fingerprint !== deal.fingerprint;
  // While the customer answers the survey, the changes are the customer's own, so they are not reported.
  if (changed && (answering || !seen.survey1_calc)) setSeen(deal);
  // Once the server has confirmed the signature, only the server says whether the deal is still signed.
  if (deal.quoteArea === 'signed' && signed && !signed.isConfirmed) setSigned({ ...signed, isConfirmed: true });
  return {
    /** The quote as last seen, if a refused approval or a background refresh changed it since. */
    before: changed && !answering && seen.survey1_calc && deal.survey1_calc ? seen : undefined,
    acknowledge: () => setSeen(deal),
    approval,
    /** Undefined reverts the choice. */
    approved: (next: Approval | undefined) => {
      setApproval(next);
      setSeen(deal);
    },
    signed,
    setSigned,
    isSigned: deal.quoteArea === 'signed' || (signed !== undefined && !signed.isConfirmed),
    isReconsidered,
    reconsider: () => {
      setApproval(undefined);
      setReconsidered(true);
    },
  };
}

interface OpenQuoteProps {
  deal: Deal;
  answering: boolean;
  session: ReturnType<typeof useQuoteSession>;
}

/** A quote that is not signed: for sale, declined, or held back. */
function OpenQuote({ deal, answering, session }: OpenQuoteProps) {
  const section = useRef<HTMLElement>(null);
  const { preview } = useVisitor();
  const wasDeclined = deal.quoteArea === 'declined';
  const isForSale = deal.quoteArea === 'approve' || (wasDeclined && session.isReconsidered && deal.canReconsider);
  const isDeclined = wasDeclined && !isForSale;
  // After this customer agreed, staff took the quote back, or it needs changes.
  const isTakenBack = session.approval !== undefined && !isForSale && !isDeclined;
  const approved = isForSale && session.approval?.fingerprint === deal.fingerprint ? session.approval : undefined;
  const hasEnded = deal.status === 'ended';
  // If the figures are unreadable, show none.
  const isReadable = deal.survey1_calc !== null;
  // With a boundary of its own: while it loads, the offer stays.
  const folded = (
    <Extra failed={PART_FAILED}>
      <GoodToKnow deal={deal} />
    </Extra>
  );
  return (
    <section className={isForSale ? 'quote' : 'quote quote-unsold'} ref={section}>
      {isForSale ? (
        <QuoteHead deal={deal} answering={answering} />
      ) : (
        <UnsoldHead deal={deal} answering={answering} isTakenBack={isTakenBack} />
      )}
      {isForSale && wasDeclined && (
        <Extra>
          <Reconsidered />
        </Extra>
      )}
      {isForSale && (session.before || deal.survey1_calc?.priceRise) && (
        <Extra failed={PART_FAILED}>
          <QuoteNews before={session.before} now={deal} onSeen={session.acknowledge} />
        </Extra>
      )}
      {isReadable && <QuoteOffer deal={deal} isForSale={isForSale} />}
      {!isDeclined && !hasEnded && <ReviewBadge />}
      {isDeclined ? (
        <DeclinedRows deal={deal} />
      ) : (
        <>
          <QuoteParties deal={deal} />
          {isReadable && <QuoteTable deal={deal} />}
          {isReadable && (
            <QuoteTotal
              totals={deal.quote.totals}
              agreeAt={isForSale ? AGREE : undefined}
              isSigning={approved !== undefined}
            />
          )}
        </>
      )}
      {isForSale && isReadable && !approved && (
        <InBrowser>
          <Extra>
            <QuoteStory deal={deal} />
          </Extra>
        </InBrowser>
      )}
      {!isDeclined && !approved && folded}
      {!isForSale && !isDeclined && !hasEnded && <Questions />}
      {(isForSale || isDeclined) && (
        <div id={AGREE}>
          <Extra loading={<PartLoading />} failed={PART_FAILED}>
            <QuoteArea
              deal={deal}
              isDeclined={isDeclined}
              onReconsider={session.reconsider}
              approved={approved}
              onApproved={session.approved}
              onSigned={session.setSigned}
            />
          </Extra>
        </div>
      )}
      {/* A customer who signs has already read these answers. So the form comes first, right below the total. */}
      {approved && folded}
      {deal.quoteArea !== 'closed' && <QuoteMessages deal={deal} />}
      {!preview && (
        <InBrowser>
          <Extra>
            <MarkViewed quote={section} dealId={deal.id} />
          </Extra>
        </InBrowser>
      )}
    </section>
  );
}

/**
 * A link with a local image, coloured up to the score out of ten. Only a click contacts the review site (decision H2).
 */
function ReviewBadge() {
  const { data: site } = useQuery(siteQuery);
  if (!site) return null;
  const { url, score, count } = site.review;
  return (
    <a className="review" href={url} target="_blank" rel="noopener noreferrer">
      <span className="stars">
        <img src={stars} alt="" width="100" height="20" />
        <img src={stars} alt="" width={10 * Number(score.replace(',', '.')) || 0} height="20" />
      </span>
      <span>
        <strong>{QUOTE.review(score, count)}</strong> <span className="unseen">{QUOTE.newWindow}</span>
      </span>
    </a>
  );
}
