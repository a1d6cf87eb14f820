import { Suspense } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { part } from '../../first-view/part.tsx';
import { FoldedRows } from './FoldedRows.tsx';
import { QuoteOffer } from './QuoteOffer.tsx';
import { type Signed, ThankYou } from './ThankYou.tsx';

const SignedEnd = part('customer/quote/SignedEnd.tsx', async () => (await import('./SignedEnd.tsx')).SignedEnd);

/** A signed quote is an order: next steps come first, and the rows are collapsed on screen but printed. */
export function OrderPage({ deal, signed }: { deal: Deal; signed: Signed | undefined }) {
  return (
    <>
      <ThankYou deal={deal} signed={signed} />
      {deal.survey1_calc !== null && <QuoteOffer deal={deal} isOrder />}
      <FoldedRows deal={deal} />
      <Suspense>
        <SignedEnd deal={deal} />
      </Suspense>
    </>
  );
}
