import { QUOTE } from '../../texts/quote.ts';
import { Money } from '../../ui/Money.tsx';

interface QuoteTotalProps {
  total: number | null | undefined;
  /** The element in which one agrees, while one can. */
  agreeAt: string | undefined;
}

/** The one figure that counts: while one can agree to it, it stays in sight at the foot of the screen. */
export function QuoteTotal({ total, agreeAt }: QuoteTotalProps) {
  return (
    <div className={agreeAt ? 'total total-stays' : 'total'}>
      <dl className="totals">
        <div>
          <dt>
            <strong>{QUOTE.totals.final}</strong> <span className="ex-vat">{QUOTE.totals.inclVat}</span>
          </dt>
          <dd className="total-figure">
            <output>
              <Money value={total} />
            </output>
          </dd>
        </div>
      </dl>
      {agreeAt && (
        <a className="total-agree no-print" href={`#${agreeAt}`}>
          {QUOTE.toAgree}
        </a>
      )}
    </div>
  );
}
