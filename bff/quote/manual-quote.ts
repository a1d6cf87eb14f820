import type { Product } from '../../crm-contract/shapes/product.ts';
import type { BareCalc } from '../view-models/quote.ts';
import { legacyProduct, legacyTotals } from './calculate-legacy-quote.ts';
import { discountRow, productRow, sumCents, totals } from './rows.ts';

interface ManualInputs {
  version: string | null;
  discount: { amountCents: number; reason: string | null } | null;
}

/** A manual quote: one of each product that the deal is linked to in the CRM (decision E7). Pure. */
export function manualQuote(linked: readonly Product[], { version, discount }: ManualInputs): BareCalc {
  const empty = { battery: null, inverter: null };
  if (version !== '2') {
    const products = linked.map((product) => legacyProduct(product, 'Product'));
    return {
      output: { products: [] },
      quote: { products, ...empty },
      priceCalc: legacyTotals(products, discount?.amountCents ?? null),
      module: null,
    };
  }
  const rows = linked.map((product) => productRow(product.Product_Category ?? 'product', 'Product', product, 1));
  if (discount) rows.push(discountRow(discount, sumCents(rows)));
  return {
    output: { products: rows },
    quote: { products: [], ...empty },
    priceCalc: totals(sumCents(rows)),
    module: null,
  };
}
