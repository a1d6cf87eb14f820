import type { Deal } from '../../../bff/view-models/deal.ts';
import { formatWhole } from '../../texts/format.ts';
import { QUOTE } from '../../texts/quote.ts';
import { Money } from '../../ui/Money.tsx';
import { quoteRows, type ShownRow } from './quote-rows.ts';

/** The product rows, the subsidy line, and the sums without and of btw. */
export function QuoteTable({ deal }: { deal: Deal }) {
  const { productUnitPriceSum, vat } = deal.survey1_calc?.priceCalc ?? {};
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
          {quoteRows(deal).map((row) => (
            <QuoteRow key={row.key} row={row} />
          ))}
        </tbody>
      </table>
      {deal.survey1_pending_subsidy && <p className="subsidy">{QUOTE.subsidy}</p>}
      <dl className="totals">
        <div>
          <dt>{QUOTE.totals.ex}</dt>
          <dd>
            <Money value={productUnitPriceSum} />
          </dd>
        </div>
        <div>
          <dt>
            {QUOTE.totals.vat} <span className="ex-vat">{QUOTE.totals.rate}</span>
          </dt>
          <dd>
            <Money value={vat} />
          </dd>
        </div>
      </dl>
    </>
  );
}

/** The price of one piece, then how many of them: what there is one of says so by its total alone on a phone. */
function QuoteRow({ row }: { row: ShownRow }) {
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
