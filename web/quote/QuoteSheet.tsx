import type { Deal } from '../../bff/view-models/deal.ts';
import type { Highlight, QuoteLine } from '../../bff/view-models/quote.ts';
import { vatWords } from '../../bff/view-models/vat-texts.ts';
import { addressLines, formatFigure } from '../texts/format.ts';
import { QUOTE } from '../texts/quote.ts';
import { Money } from '../ui/Money.tsx';

export function QuoteHighlights({ deal }: { deal: Deal }) {
  const { highlights } = deal.quote;
  if (highlights.length === 0) return null;
  return (
    <section className="highlights">
      <h2>{QUOTE.choice}</h2>
      <ul>
        {highlights.map(({ icon, text, detail }) => (
          <li key={icon}>
            <HighlightIcon icon={icon} />
            <span>
              <strong>{text}</strong> {detail && <span className="highlight-detail">{detail}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const DRAWINGS: Record<Highlight['icon'], string> = {
  battery: 'M5 5h22v6H5zM5 13h22v6H5zM5 21h22v6H5z',
  inverter: 'M6 4h20v24H6zM10 16c2-6 4-6 6 0s4 6 6 0M10 24h5',
  installation: 'M20 5a6 6 0 0 0-8 7L4 20a3 3 0 0 0 4 4l8-8a6 6 0 0 0 7-8l-4 4-3-1-1-3z',
};

function HighlightIcon({ icon }: { icon: Highlight['icon'] }) {
  return (
    <svg className="highlight-icon" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path d={DRAWINGS[icon]} />
    </svg>
  );
}

/** "Uw offerte:": the customer and the quote number. The seller is in the page footer. */
export function QuoteParties({ deal }: { deal: Deal }) {
  const lines = [deal.customer.Full_Name, ...addressLines(deal.customer)].filter(Boolean);
  return (
    <section className="parties">
      <h2>{QUOTE.heading}</h2>
      <div className="parties-row">
        <div>
          <p className="small">{QUOTE.customer}</p>
          <address>
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </div>
        <div>
          <p className="small">{QUOTE.kenmerk}</p>
          <p className="kenmerk">{deal.kenmerk}</p>
        </div>
      </div>
    </section>
  );
}

/** The product rows, the subsidy line, the totals excluding VAT, and the VAT (btw). */
export function QuoteTable({ deal }: { deal: Deal }) {
  const { rows, totals, notices } = deal.quote;
  const { vat, rate } = vatWords(totals);
  return (
    <>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{QUOTE.columns.product}</th>
            <th scope="col" className="row-price">
              {QUOTE.columns.pricePer} <span className="ex-vat">{QUOTE.exVat}</span>
            </th>
            <th scope="col" className="row-amount">
              {QUOTE.columns.amount}
            </th>
            <th scope="col" className="row-total">
              {QUOTE.columns.total} <span className="ex-vat">{QUOTE.exVat}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <QuoteRow key={row.key} row={row} />
          ))}
        </tbody>
      </table>
      {notices.map((notice) => (
        <p key={notice} className="subsidy">
          {notice}
        </p>
      ))}
      <dl className="totals">
        <div>
          <dt>{QUOTE.totals.ex}</dt>
          <dd>
            <Money value={totals.productUnitPriceSum} />
          </dd>
        </div>
        <div>
          <dt>
            <span>{vat}</span> {rate && <span className="ex-vat">{rate}</span>}
          </dt>
          <dd>
            <Money value={totals.vat} />
          </dd>
        </div>
      </dl>
    </>
  );
}

/** Unit price, then quantity. On a phone a single item shows only its total. */
function QuoteRow({ row }: { row: QuoteLine }) {
  const isMany = row.amount !== null && row.amount !== 1;
  return (
    <tr className={isMany ? undefined : 'row-single'}>
      <th scope="row">{row.name}</th>
      <td className="row-price">
        <Money value={row.pricePer} />
      </td>
      <td className="row-amount">{row.amount !== null && `${formatFigure(row.amount)}${isMany ? 'x' : ''}`}</td>
      <td className="row-total">
        <Money value={row.total} />
      </td>
    </tr>
  );
}
