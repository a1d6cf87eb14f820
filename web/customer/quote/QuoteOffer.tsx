import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { modulesOf } from '../../../bff/view-models/offer.ts';
import type { PresentedQuote } from '../../../bff/view-models/quote.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { InBrowser, laterPart } from '../../first-view/drawing.tsx';
import { readMoment } from '../../first-view/received-view.ts';
import { QuoteHighlights } from '../../quote/QuoteSheet.tsx';
import { DEALS } from '../../texts/page.ts';
import { QUOTE } from '../../texts/quote.ts';
import { Extra } from '../../ui/Crash.tsx';
import { Money } from '../../ui/Money.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Cabinet, fitsInCabinet } from '../Cabinet.tsx';
import { useContact } from '../contact-and-deal.ts';

/** Decorative, so the offer does not wait for it. */
const Crystal = laterPart(() => import('../../ui/Crystal.tsx'), 'Crystal');

interface QuoteOfferProps {
  deal: Deal;
  isOrder?: boolean;
  isForSale?: boolean;
}

/**
 * The beginning of a quote says what the customer gets and pays: the cabinet to scale, the price, and "Uw keuze:". An
 * order shows its price elsewhere.
 */
export function QuoteOffer({ deal, isOrder = false, isForSale = true }: QuoteOfferProps) {
  const { price, priceNotForSale } = QUOTE;
  const modules = modulesOf(deal) ?? 0;
  const isChosen = deal.quote.highlights.some(({ icon }) => icon === 'battery');
  const isDrawn = isChosen && fitsInCabinet(modules);
  return (
    <div className={isDrawn ? 'offer offer-drawn' : 'offer'}>
      {isDrawn && <Cabinet count={modules} />}
      <div className="offer-words">
        {!isOrder && (
          <p className="offer-price">
            <span className="small">{(isForSale ? price : priceNotForSale)(vatWords(deal.quote.totals).toPay)}</span>{' '}
            <strong className="offer-figure">
              <Money value={deal.quote.totals.finalInclVat} />
            </strong>
            <span className="offer-crystal">
              {isDrawn && (
                <InBrowser>
                  <Extra>
                    <Crystal facets={modules} />
                  </Extra>
                </InBrowser>
              )}
            </span>
          </p>
        )}
        <QuoteHighlights deal={deal} />
      </div>
    </div>
  );
}

export interface QuoteHeadProps {
  deal: Deal;
  answering: boolean;
  title?: string;
  children?: ReactNode;
}

/** Deal name, greeting and time of reading. For a quote that is not for sale, `title` and `children` say why. */
export function QuoteHead({ deal, answering, title, children }: QuoteHeadProps) {
  const { First_Name } = useContact();
  const client = useQueryClient();
  const says = title ?? QUOTE.greeting(First_Name ?? '');
  return (
    <div className="quote-head">
      <p className="quote-name">{deal.Deal_Name ?? DEALS.nameless}</p>
      {answering ? <h2>{says}</h2> : <ScreenHeading title={says} />}
      {children}
      {!title && (
        <>
          <p className="small">{QUOTE.asOf(readMoment(client, deal.id))}</p>
          <p className="small">{QUOTE.valid}</p>
        </>
      )}
    </div>
  );
}

interface QuoteTotalProps {
  totals: PresentedQuote['totals'];
  /** Id of the approve controls; undefined if there are none. */
  agreeAt: string | undefined;
  isSigning?: boolean;
}

/** The total; sticky at the bottom of the screen while the quote can be approved. */
export function QuoteTotal({ totals, agreeAt, isSigning = false }: QuoteTotalProps) {
  return (
    <div className={agreeAt ? 'total total-stays' : 'total'}>
      <dl className="totals">
        <div>
          <dt>
            <strong>{QUOTE.totals.final}</strong> <span className="ex-vat">{vatWords(totals).toPay}</span>
          </dt>
          <dd className="total-figure">
            <output>
              <Money value={totals.finalInclVat} />
            </output>
          </dd>
        </div>
      </dl>
      {agreeAt && (
        <a className="button button-primary total-agree no-print" href={`#${agreeAt}`}>
          {isSigning ? QUOTE.toSign : QUOTE.toAgree}
        </a>
      )}
    </div>
  );
}
