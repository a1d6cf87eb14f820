import type { Deal } from '../../bff/view-models/deal.ts';
import type { QuoteLine } from '../../bff/view-models/quote.ts';
import { vatWords } from '../../bff/view-models/vat-texts.ts';
import { formatWhole } from '../texts/format.ts';
import { QUOTE } from '../texts/quote.ts';
import { Money } from '../ui/Money.tsx';

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
            {vat} {rate && <span className="ex-vat">{rate}</span>}
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
  const isMany = row.amount !== null && row.amount > 1;
  return (
    <tr className={isMany ? undefined : 'row-single'}>
      <th scope="row">{row.name}</th>
      <td className="row-price">
        <Money value={row.pricePer} />
      </td>
      <td className="row-amount">{row.amount !== null && `${formatWhole(row.amount)}${isMany ? 'x' : ''}`}</td>
      <td className="row-total">
        <Money value={row.total} />
      </td>
    </tr>
  );
}
