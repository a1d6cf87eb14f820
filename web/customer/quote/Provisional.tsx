import type { Deal } from '../../../bff/view-models/deal.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { QuoteParties, QuoteTable } from '../../quote/QuoteSheet.tsx';
import { QUOTE } from '../../texts/quote.ts';
import { Money } from '../../ui/Money.tsx';
import { QuoteOffer } from './QuoteOffer.tsx';

/** The quote so far, collapsed below the survey. */
export function Provisional({ deal }: { deal: Deal }) {
  const { finalInclVat } = deal.quote.totals;
  const isReadable = deal.survey1_calc !== null;
  return (
    <details className="quote quote-provisional">
      <summary>
        <span className="title">{QUOTE.provisional}</span>{' '}
        <output>
          <Money value={finalInclVat} />
        </output>{' '}
        {finalInclVat !== null && vatWords(deal.quote.totals).toPay}{' '}
        <span className="small">{QUOTE.provisionalHint}</span>
      </summary>
      {isReadable && <QuoteOffer deal={deal} />}
      <QuoteParties deal={deal} />
      {isReadable && <QuoteTable deal={deal} />}
    </details>
  );
}
