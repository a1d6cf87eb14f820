import { lazy, Suspense, useRef, useState } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { part } from '../../first-view/part.tsx';
import { DEALS } from '../../texts/deals.ts';
import { loadPart } from '../../ui/load-part.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { QuoteArea } from './QuoteArea.tsx';
import { QuoteHighlights } from './QuoteHighlights.tsx';
import { QuoteParties } from './QuoteParties.tsx';
import { QuoteTable } from './QuoteTable.tsx';
import { QuoteTotal } from './QuoteTotal.tsx';
import { ReviewBadge } from './ReviewBadge.tsx';
import type { Approved } from './use-approve.ts';
import { useMarkViewed } from './use-mark-viewed.ts';
import { useQuoteChanges } from './use-quote-changes.ts';
import './quote.css';
import './agree.css';
import './quote-print.css';

/** Below everything needed for agreeing, so that it does not delay that. */
const QuoteMessages = part(
  'customer/quote/QuoteMessages.tsx',
  async () => (await import('./QuoteMessages.tsx')).QuoteMessages,
);

const GoodToKnow = part('customer/quote/GoodToKnow.tsx', async () => (await import('./GoodToKnow.tsx')).GoodToKnow);

/** Loaded late: few quotes change while they are read. */
const QuoteChanged = lazy(async () => ({
  default: (await loadPart(() => import('./QuoteChanged.tsx'))).QuoteChanged,
}));

/** The element with the approve controls. */
const AGREE = 'akkoord';

/**
 * The quote in its seven parts (§2.5); nothing without a calculation. While its customer is still `answering`, the
 * survey is above it with its own heading.
 */
export function QuoteSection({ deal, answering }: { deal: Deal; answering: boolean }) {
  const { before, acknowledge } = useQuoteChanges(deal, answering);
  const [approvedQuote, setApprovedQuote] = useState<Approved>();
  const section = useRef<HTMLElement>(null);
  useMarkViewed(section, deal);
  if (deal.quoteArea === 'none') return null;

  function approved(quote: Approved) {
    setApprovedQuote(quote);
    acknowledge();
  }

  const isUnsigned = deal.quoteArea === 'approve' || deal.quoteArea === 'incomplete';
  // With unreadable figures, none is shown rather than a wrong one.
  const isReadable = deal.survey1_calc !== null;
  const name = deal.Deal_Name ?? DEALS.nameless;
  return (
    <section className="quote" ref={section}>
      <div className="quote-head">
        {answering ? <h2 className="quote-title">{name}</h2> : <ScreenHeading title={name} />}
        {deal.quoteArea === 'signed' && <p className="deal-status deal-status-signed">{DEALS.status.signed}</p>}
      </div>
      {before && deal.quoteArea !== 'signed' && (
        <Suspense>
          <QuoteChanged before={before} now={deal} onSeen={acknowledge} />
        </Suspense>
      )}
      {isReadable && <QuoteHighlights deal={deal} />}
      <ReviewBadge />
      <QuoteParties deal={deal} />
      {isReadable && <QuoteTable deal={deal} />}
      {isReadable && (
        <QuoteTotal total={deal.quote.totals.finalInclVat} agreeAt={deal.quoteArea === 'approve' ? AGREE : undefined} />
      )}
      {deal.quoteArea === 'approve' && (
        <Suspense>
          <GoodToKnow />
        </Suspense>
      )}
      <div id={AGREE}>
        <QuoteArea
          deal={deal}
          approved={approvedQuote?.fingerprint === deal.fingerprint ? approvedQuote : undefined}
          onApproved={approved}
        />
      </div>
      {isUnsigned && (
        <Suspense>
          <QuoteMessages dealId={deal.id} hasPaper={deal.quoteArea === 'approve'} />
        </Suspense>
      )}
    </section>
  );
}
