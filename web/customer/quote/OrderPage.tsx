import { Suspense } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { part } from '../../first-view/part.tsx';
import { QuoteParties } from '../../quote/QuoteParties.tsx';
import { QuoteTable } from '../../quote/QuoteTable.tsx';
import { THANKS } from '../../texts/quote-parts.ts';
import { Money } from '../../ui/Money.tsx';
import { QuoteOffer } from './QuoteOffer.tsx';
import { QuoteTotal } from './QuoteTotal.tsx';
import { type Signed, ThankYou } from './ThankYou.tsx';

const SignedEnd = part('customer/quote/SignedEnd.tsx', async () => (await import('./SignedEnd.tsx')).SignedEnd);

/** A signed quote is an order: next steps come first, and the rows are collapsed on screen but printed. */
export function OrderPage({ deal, signed }: { deal: Deal; signed: Signed | undefined }) {
  const isReadable = deal.survey1_calc !== null;
  const { totals } = deal.quote;
  return (
    <>
      <ThankYou deal={deal} signed={signed} />
      {isReadable && <QuoteOffer deal={deal} isOrder />}
      <details className="fold">
        <summary>
          {THANKS.rows} {isReadable && <Money value={totals.finalInclVat} />}
        </summary>
        <QuoteParties deal={deal} />
        {isReadable && <QuoteTable deal={deal} />}
        {isReadable && <QuoteTotal totals={totals} agreeAt={undefined} />}
      </details>
      <Suspense>
        <SignedEnd deal={deal} />
      </Suspense>
    </>
  );
}
