import { lazy, Suspense, useRef, useState } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { part } from '../../first-view/part.tsx';
import { QUOTE } from '../../texts/quote.ts';
import { loadPart } from '../../ui/load-part.ts';
import { Money } from '../../ui/Money.tsx';
import { PartLoading } from '../../ui/PartLoading.tsx';
import { QuoteArea } from './QuoteArea.tsx';
import { QuoteHead } from './QuoteHead.tsx';
import { QuoteOffer } from './QuoteOffer.tsx';
import { QuoteParties } from './QuoteParties.tsx';
import { QuoteTable } from './QuoteTable.tsx';
import { QuoteTotal } from './QuoteTotal.tsx';
import { ReviewBadge } from './ReviewBadge.tsx';
import { UnsoldHead } from './rare-parts.tsx';
import { ThankYou } from './sign-part.tsx';
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

const SignedEnd = part('customer/quote/SignedEnd.tsx', async () => (await import('./SignedEnd.tsx')).SignedEnd);

const GoodToKnow = part('customer/quote/GoodToKnow.tsx', async () => (await import('./GoodToKnow.tsx')).GoodToKnow);

/** Loaded late: few quotes change while they are read. */
const QuoteChanged = lazy(async () => ({
  default: (await loadPart(() => import('./QuoteChanged.tsx'))).QuoteChanged,
}));

const PriceRise = lazy(async () => ({
  default: (await loadPart(() => import('./QuoteChanged.tsx'))).PriceRise,
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
  useMarkViewed(section, deal);
  if (deal.quoteArea === 'none') return null;

  function approved(quote: Approved | undefined) {
    setApprovedQuote(quote);
    acknowledge();
  }

  const isSigned = deal.quoteArea === 'signed' || (signed !== undefined && deal.quoteArea !== 'withdrawn');
  if (collapsed && !isSigned && deal.quoteArea !== 'withdrawn') {
    return (
      <details className="quote quote-provisional">
        <summary>
          <span className="quote-provisional-title">{QUOTE.provisional}</span>{' '}
          <output>
            <Money value={deal.quote.totals.finalInclVat} />
          </output>{' '}
          <span className="small">{QUOTE.provisionalHint}</span>
        </summary>
        {deal.survey1_calc !== null && <QuoteOffer deal={deal} />}
        <QuoteParties deal={deal} />
        {deal.survey1_calc !== null && <QuoteTable deal={deal} />}
      </details>
    );
  }

  const isUnsigned = ['approve', 'declined', 'incomplete'].includes(deal.quoteArea);
  // With unreadable figures, none is shown rather than a wrong one.
  const isReadable = deal.survey1_calc !== null;
  const isUnsold = !isSigned && deal.quoteArea !== 'approve';
  const Head = isUnsold ? UnsoldHead : QuoteHead;
  return (
    <section className={isUnsold ? 'quote quote-unsold' : 'quote'} ref={section}>
      <Suspense fallback={<PartLoading />}>
        {isSigned ? <ThankYou deal={deal} signed={signed} /> : <Head deal={deal} answering={answering} />}
      </Suspense>
      {before && isUnsigned && !isSigned && (
        <Suspense>
          <QuoteChanged before={before} now={deal} onSeen={acknowledge} />
        </Suspense>
      )}
      {deal.survey1_calc?.priceRise && isUnsigned && !isSigned && (
        <Suspense>
          <PriceRise {...deal.survey1_calc.priceRise} />
        </Suspense>
      )}
      {isReadable && <QuoteOffer deal={deal} />}
      {deal.quoteArea !== 'withdrawn' && deal.quoteArea !== 'declined' && <ReviewBadge />}
      <QuoteParties deal={deal} />
      {isReadable && <QuoteTable deal={deal} />}
      {isReadable && (
        <QuoteTotal
          total={deal.quote.totals.finalInclVat}
          agreeAt={deal.quoteArea === 'approve' && !isSigned ? AGREE : undefined}
        />
      )}
      {deal.quoteArea === 'approve' && !isSigned && (
        <Suspense>
          <GoodToKnow deal={deal} />
        </Suspense>
      )}
      <div id={AGREE}>
        {isSigned ? (
          <Suspense>
            <SignedEnd deal={deal} />
          </Suspense>
        ) : (
          <Suspense fallback={<PartLoading />}>
            <QuoteArea
              deal={deal}
              approved={approvedQuote?.fingerprint === deal.fingerprint ? approvedQuote : undefined}
              onApproved={approved}
              onSigned={setSigned}
            />
          </Suspense>
        )}
      </div>
      {isUnsigned && !isSigned && (
        <Suspense>
          <QuoteMessages deal={deal} />
        </Suspense>
      )}
    </section>
  );
}
