import type { ReactNode } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { QuoteParties, QuoteTable } from '../../quote/QuoteSheet.tsx';
import { THANKS } from '../../texts/order.ts';
import { Money } from '../../ui/Money.tsx';
import { QuoteTotal } from './QuoteOffer.tsx';

interface FoldedRowsProps {
  deal: Deal;
  title?: string;
  children?: ReactNode;
}

/** The rows of an order, also of a withdrawn one, or of a declined quote: collapsed on screen, printed in full. */
export function FoldedRows({ deal, title = THANKS.rows, children }: FoldedRowsProps) {
  const isReadable = deal.survey1_calc !== null;
  const { totals } = deal.quote;
  return (
    <details className="fold">
      <summary>
        {title} {isReadable && <Money value={totals.finalInclVat} />}
      </summary>
      {children}
      <QuoteParties deal={deal} />
      {isReadable && <QuoteTable deal={deal} />}
      {isReadable && <QuoteTotal totals={totals} agreeAt={undefined} />}
    </details>
  );
}
