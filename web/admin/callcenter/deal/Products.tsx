import type { AdminDeal } from '../../../../bff/view-models/callcenter.ts';
import { DEAL_PANEL } from '../../../texts/admin-deal.ts';
import { formatWhole } from '../../../texts/format.ts';
import { Money } from '../../../ui/Money.tsx';

/** The rows of the quote with "Totaal", "Btw" and "Eind totaal"; the older format ends with its discount (§2.10). */
export function Products({ deal }: { deal: AdminDeal }) {
  const { rows, totals: sums } = deal.quote;
  const totals = [
    { label: DEAL_PANEL.totals.sum, value: sums.productUnitPriceSum },
    { label: DEAL_PANEL.totals.vat, value: sums.vat },
    { label: DEAL_PANEL.totals.final, value: sums.finalInclVat },
  ];
  return (
    <section className="products">
      <h3>{DEAL_PANEL.products}</h3>
      {rows.length === 0 && (
        <p className="small">
          {deal.unreadable.length > 0 && deal.quoteArea === 'incomplete'
            ? DEAL_PANEL.hiddenProducts
            : DEAL_PANEL.noProducts}
        </p>
      )}
      <table className="product-table">
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {row.name}
                {row.amount !== null && row.amount !== 1 && (
                  <span className="product-pieces">
                    {formatWhole(row.amount)} × <Money value={row.pricePer} />
                  </span>
                )}
              </th>
              <td>
                <Money value={row.total} />
              </td>
            </tr>
          ))}
        </tbody>
        {deal.survey1_calc && (
          <tfoot>
            {totals.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <Money value={value} />
                </td>
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </section>
  );
}
