import type { Deal } from '../../../bff/view-models/deal.ts';
import { QUOTE } from '../../texts/quote.ts';
import { Money } from '../../ui/Money.tsx';
import { Cabinet, MOST_MODULES } from '../Cabinet.tsx';
import { QuoteHighlights } from './QuoteHighlights.tsx';
import { isModuleQuote } from './quote-rows.ts';

/** What one gets and what it costs, before anything else: the cabinet to scale, the price, "Uw keuze:". */
export function QuoteOffer({ deal }: { deal: Deal }) {
  const modules = isModuleQuote(deal) ? (deal.survey1_calc?.module?.num_modules ?? 0) : 0;
  const isDrawn = modules >= 1 && modules <= MOST_MODULES && !deal.survey1_no_calc;
  return (
    <div className={isDrawn ? 'offer offer-drawn' : 'offer'}>
      {isDrawn && <Cabinet count={modules} />}
      <div className="offer-words">
        <p className="offer-price">
          <span className="offer-label">{QUOTE.price}</span>{' '}
          <strong className="offer-figure">
            <Money value={deal.survey1_calc?.priceCalc.finalInclVat} />
          </strong>
        </p>
        <QuoteHighlights deal={deal} />
      </div>
    </div>
  );
}
