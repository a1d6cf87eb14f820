import type { Deal } from '../../../bff/view-models/deal.ts';
import { QUOTE } from '../../texts/quote.ts';

/** A row of the quote, in either format. */
export interface ShownRow {
  key: string;
  name: string;
  amount: number | null;
  pricePer: number | null;
  total: number | null;
}

export type QuotedDeal = Pick<
  Deal,
  'gaikan_deal_version' | 'survey1_calc' | 'products' | 'gaikan_discount' | 'gaikan_discount_reason'
>;

export function isModuleQuote(deal: Pick<Deal, 'gaikan_deal_version'>) {
  return deal.gaikan_deal_version === '2';
}

export function quoteRows(deal: QuotedDeal): ShownRow[] {
  const rows = isModuleQuote(deal) ? moduleRows(deal) : olderRows(deal);
  return rows.map((row, index) => ({ ...row, key: uniqueKey(rows, row, index) }));
}

function moduleRows(deal: QuotedDeal): ShownRow[] {
  const rows = deal.survey1_calc?.output.products ?? [];
  return rows.map(({ id, name, type, amount, pricePer, priceTotal }) => ({
    key: type === 'battery_module' ? type : (id ?? name),
    name,
    amount,
    pricePer,
    total: priceTotal,
  }));
}

/** The older format has one of everything, and its discount is a field of the deal. */
function olderRows(deal: QuotedDeal): ShownRow[] {
  const quoted = deal.survey1_calc?.quote.products ?? [];
  const products = quoted.length > 0 ? quoted : deal.products;
  const rows = products.map(({ id, Product_Name, Unit_Price }) => ({
    key: id ?? Product_Name,
    name: Product_Name,
    amount: 1,
    pricePer: Unit_Price,
    total: Unit_Price,
  }));
  if (!deal.gaikan_discount) return rows;
  const discount = -Math.abs(deal.gaikan_discount);
  const name = deal.gaikan_discount_reason || QUOTE.discount;
  return [...rows, { key: 'discount', name, amount: 1, pricePer: discount, total: discount }];
}

/** The same product twice is two rows. */
function uniqueKey(rows: ShownRow[], row: ShownRow, index: number) {
  const earlier = rows.slice(0, index).filter((other) => other.key === row.key).length;
  return earlier === 0 ? row.key : `${row.key}#${earlier}`;
}
