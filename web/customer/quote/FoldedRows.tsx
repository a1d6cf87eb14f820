import type { ReactNode } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { QuoteParties } from '../../quote/QuoteParties.tsx';
import { QuoteTable } from '../../quote/QuoteTable.tsx';
import { THANKS } from '../../texts/quote-parts.ts';
import { Money } from '../../ui/Money.tsx';
import { QuoteTotal } from './QuoteTotal.tsx';

/** The rows of an order, also of a withdrawn one: collapsed on screen, printed in full. */
export function FoldedRows({ deal, children }: { deal: Deal; children?: ReactNode }) {
  const isReadable = deal.survey1_calc !== null;
  const { totals } = deal.quote;
  return (
    <details className="fold">
      <summary>
        {THANKS.rows} {isReadable && <Money value={totals.finalInclVat} />}
      </summary>
      {children}
      <QuoteParties deal={deal} />
      {isReadable && <QuoteTable deal={deal} />}
      {isReadable && <QuoteTotal totals={totals} agreeAt={undefined} />}
    </details>
  );
}
