import type { Deal } from '../../../bff/view-models/deal.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { QuoteParties, QuoteTable } from '../../quote/QuoteSheet.tsx';
import { FOLDED } from '../../texts/quote-parts.ts';
import { Money } from '../../ui/Money.tsx';
import { isReleased } from '../survey/deal-survey-steps.ts';
import { QuoteOffer } from './QuoteOffer.tsx';

/** The quote so far, or the offer whose answers the customer changes, collapsed below the survey. */
export function Provisional({ deal }: { deal: Deal }) {
  const { finalInclVat } = deal.quote.totals;
  const { title, hint } = isReleased(deal) ? FOLDED.released : FOLDED.provisional;
  const isReadable = deal.survey1_calc !== null;
  return (
    <details className="quote quote-provisional">
      <summary>
        <span className="title">{title}</span>{' '}
        <output>
          <Money value={finalInclVat} />
        </output>{' '}
        {finalInclVat !== null && vatWords(deal.quote.totals).toPay} <span className="small">{hint}</span>
      </summary>
      {isReadable && <QuoteOffer deal={deal} />}
      <QuoteParties deal={deal} />
      {isReadable && <QuoteTable deal={deal} />}
    </details>
  );
}
