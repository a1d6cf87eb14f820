import { lazy, Suspense, useRef, useState } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { part } from '../../first-view/part.tsx';
import { useInBrowser } from '../../first-view/use-in-browser.ts';
import { loadPart } from '../../ui/load-part.ts';
import { PartLoading } from '../../ui/PartLoading.tsx';
import { QuoteArea } from './QuoteArea.tsx';
import { QuoteHead } from './QuoteHead.tsx';
import { QuoteOffer } from './QuoteOffer.tsx';
import { QuoteParties } from './QuoteParties.tsx';
import { QuoteTable } from './QuoteTable.tsx';
import { QuoteTotal } from './QuoteTotal.tsx';
import { ReviewBadge } from './ReviewBadge.tsx';
import { Provisional, UnsoldHead } from './rare-parts.tsx';
import { OrderPage } from './sign-part.tsx';
import type { Signed } from './ThankYou.tsx';
import type { Approved } from './use-approve.ts';
import { useMarkViewed } from './use-mark-viewed.ts';
import { useQuoteChanges } from './use-quote-changes.ts';
import './quote.css';
import './quote-rows.css';
import './quote-total.css';
import './agree.css';
import './quote-print.css';

/** Below everything needed for agreeing, so that it does not delay that. */
const QuoteMessages = part(
  'customer/quote/QuoteMessages.tsx',
  async () => (await import('./QuoteMessages.tsx')).QuoteMessages,
);

const GoodToKnow = part('customer/quote/GoodToKnow.tsx', async () => (await import('./GoodToKnow.tsx')).GoodToKnow);

/** Loaded late: few quotes change while they are read. */
const QuoteNews = lazy(async () => ({
  default: (await loadPart(() => import('./QuoteChanged.tsx'))).QuoteNews,
}));

/** Below the total, and asked for last: agreeing does not wait for it. */
const QuoteStory = lazy(async () => ({
  default: (await loadPart(() => import('./QuoteStory.tsx'))).QuoteStory,
}));

/** The element with the approve controls. */
const AGREE = 'akkoord';

export interface QuoteSectionProps {
  deal: Deal;
  answering: boolean;
  /** Questions are still open above it: the quote may become another one. */
  collapsed: boolean;
}

/**
 * The quote in its seven parts (§2.5); nothing without a calculation. While its customer is still `answering`, the
 * survey is above it with its own heading.
 */
export function QuoteSection({ deal, answering, collapsed }: QuoteSectionProps) {
  const { before, acknowledge } = useQuoteChanges(deal, answering);
  const [approvedQuote, setApprovedQuote] = useState<Approved>();
  const [signed, setSigned] = useState<Signed>();
  const section = useRef<HTMLElement>(null);
  const inBrowser = useInBrowser();
  useMarkViewed(section, deal);
  if (deal.quoteArea === 'none') return null;

  function approved(quote: Approved | undefined) {
    setApprovedQuote(quote);
    acknowledge();
  }

  const isSigned = deal.quoteArea === 'signed' || (signed !== undefined && deal.quoteArea !== 'withdrawn');
  if (collapsed && !isSigned && deal.quoteArea !== 'withdrawn') {
    return (
      <Suspense>
        <Provisional deal={deal} />
      </Suspense>
    );
  }

  if (isSigned) {
    return (
      <section className="quote" ref={section}>
        <Suspense fallback={<PartLoading />}>
          <OrderPage deal={deal} signed={signed} />
        </Suspense>
      </section>
    );
  }

  const isOpen = deal.quoteArea === 'approve';
  const isGivenUp = deal.quoteArea === 'withdrawn' || deal.quoteArea === 'declined';
  const approvedNow = approvedQuote?.fingerprint === deal.fingerprint ? approvedQuote : undefined;
  const isUnsigned = ['approve', 'declined', 'incomplete'].includes(deal.quoteArea);
  // With unreadable figures, none is shown rather than a wrong one.
  const isReadable = deal.survey1_calc !== null;
  const Head = isOpen ? QuoteHead : UnsoldHead;
  return (
    <section className={isOpen ? 'quote' : 'quote quote-unsold'} ref={section}>
      <Suspense fallback={<PartLoading />}>
        <Head deal={deal} answering={answering} />
      </Suspense>
      {isUnsigned && (before || deal.survey1_calc?.priceRise) && (
        <Suspense>
          <QuoteNews before={before} now={deal} onSeen={acknowledge} />
        </Suspense>
      )}
      {isReadable && <QuoteOffer deal={deal} />}
      {!isGivenUp && <ReviewBadge />}
      <QuoteParties deal={deal} />
      {isReadable && <QuoteTable deal={deal} />}
      {isReadable && <QuoteTotal total={deal.quote.totals.finalInclVat} agreeAt={isOpen ? AGREE : undefined} />}
      {isOpen && isReadable && inBrowser && (
        <Suspense>
          <QuoteStory deal={deal} />
        </Suspense>
      )}
      {isOpen && (
        <Suspense>
          <GoodToKnow deal={deal} />
        </Suspense>
      )}
      {(isOpen || isGivenUp || approvedNow) && (
        <div id={AGREE}>
          <Suspense fallback={<PartLoading />}>
            <QuoteArea deal={deal} approved={approvedNow} onApproved={approved} onSigned={setSigned} />
          </Suspense>
        </div>
      )}
      {isUnsigned && (
        <Suspense>
          <QuoteMessages deal={deal} />
        </Suspense>
      )}
    </section>
  );
}
