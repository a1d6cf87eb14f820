import type { PresentedQuote } from '../../../bff/view-models/quote.ts';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';
import { QUOTE } from '../../texts/quote.ts';
import { Money } from '../../ui/Money.tsx';

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
