import { lazy, Suspense } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { loadPart } from '../../first-view/part.tsx';
import { useInBrowser } from '../../first-view/Takeover.tsx';
import { QuoteHighlights } from '../../quote/QuoteHighlights.tsx';
import { QUOTE } from '../../texts/quote.ts';
import { Money } from '../../ui/Money.tsx';
import { Cabinet, MOST_MODULES } from '../Cabinet.tsx';

/** Decorative, so the offer does not wait for it. */
const Crystal = lazy(async () => ({ default: (await loadPart(() => import('../../ui/Crystal.tsx'))).Crystal }));

/**
 * First what the customer gets and pays: the cabinet to scale, the price, "Uw keuze:". An order shows its price
 * elsewhere.
 */
export function QuoteOffer({ deal, isOrder = false }: { deal: Deal; isOrder?: boolean }) {
  const modules = deal.survey1_calc?.module?.num_modules ?? 0;
  const isChosen = deal.quote.highlights.some(({ icon }) => icon === 'battery');
  const isDrawn = isChosen && modules >= 1 && modules <= MOST_MODULES;
  const inBrowser = useInBrowser();
  return (
    <div className={isDrawn ? 'offer offer-drawn' : 'offer'}>
      {isDrawn && <Cabinet count={modules} />}
      <div className="offer-words">
        {!isOrder && (
          <p className="offer-price">
            <span className="offer-label">{QUOTE.price(vatWords(deal.quote.totals).toPay)}</span>{' '}
            <strong className="offer-figure">
              <Money value={deal.quote.totals.finalInclVat} />
            </strong>
            <span className="offer-crystal">
              {inBrowser && isDrawn && (
                <Suspense>
                  <Crystal facets={modules} />
                </Suspense>
              )}
            </span>
          </p>
        )}
        <QuoteHighlights deal={deal} />
      </div>
    </div>
  );
}
