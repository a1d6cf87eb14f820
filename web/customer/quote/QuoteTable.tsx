import type { Deal } from '../../../bff/view-models/deal.ts';
import type { QuoteLine } from '../../../bff/view-models/quote.ts';
import { formatWhole } from '../../texts/format.ts';
import { QUOTE } from '../../texts/quote.ts';
import { Money } from '../../ui/Money.tsx';

/** The product rows, the subsidy line, and the sums excl. btw and btw. */
export function QuoteTable({ deal }: { deal: Deal }) {
  const { rows, totals, notices } = deal.quote;
  return (
    <>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{QUOTE.columns.product}</th>
            <th scope="col">
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
          <dt>{QUOTE.totals.vat}</dt>
          <dd>
            <Money value={totals.vat} />
          </dd>
        </div>
      </dl>
    </>
  );
}

function QuoteRow({ row }: { row: QuoteLine }) {
  return (
    <tr>
      <th scope="row">
        {row.name}
        {row.amount !== null && row.amount > 1 && (
          <span className="per-unit">
            <Money value={row.pricePer} /> {formatWhole(row.amount)}x
          </span>
        )}
      </th>
      <td>
        <Money value={row.total} />
      </td>
    </tr>
  );
}
