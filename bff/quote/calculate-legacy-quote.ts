import type { Product } from '../../crm-contract/shapes/product.ts';
import type { BareCalc, LegacyProduct } from '../view-models/quote.ts';
import { discountRow, productRow, sumCents, totals } from './calculate-quote.ts';
import { toCents } from './money.ts';
import { isPriced, type PriceList } from './price-list.ts';

/** The inputs of a quote of the older format (decision E5). */
export interface LegacyInputs {
  sizeKwh: number;
  discountCents: number | null;
}

/** The battery sizes for sale in the older format, smallest first (ALLOWED_BATTERY_KWH). */
export function allowedBatteryKwh(prices: PriceList): number[] {
  const sizes = prices.flatMap((p) => (isPriced(p, 'legacy_battery') && p.gaikan_kwh ? [p.gaikan_kwh] : []));
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/**
 * The quote of the older format: battery of this size, its inverter, installation. Pure. A missing product or price
 * leads to a row without a price and null totals (decision E8).
 */
export function calculateLegacyQuote({ sizeKwh, discountCents }: LegacyInputs, prices: PriceList): BareCalc {
  const ofSize = (category: string) => prices.find((p) => isPriced(p, category) && p.gaikan_kwh === sizeKwh);
  const battery = ofSize('legacy_battery');
  const inverter = ofSize('legacy_inverter');
  const installation = prices.find((p) => isPriced(p, 'legacy_installation'));
  const products = [
    legacyProduct(battery, `Batterij ${sizeKwh} kWh`),
    legacyProduct(inverter, 'Omvormer'),
    legacyProduct(installation, 'Installatie'),
  ];
  return {
    output: { products: [] },
    quote: {
      products,
      battery: { size: sizeKwh },
      inverter: inverter ? { size: inverter.gaikan_kw } : null,
    },
    priceCalc: legacyTotals(products, discountCents),
    module: null,
  };
}

export function legacyProduct(product: Product | undefined, fallbackName: string): LegacyProduct {
  return {
    id: product?.id ?? null,
    Product_Name: product?.Product_Name ?? fallbackName,
    Unit_Price: product?.Unit_Price ?? null,
  };
}

/**
 * The older format stores its discount separately: it is subtracted from the sum and must not exceed it (decision E4).
 */
function legacyTotals(products: readonly LegacyProduct[], discountCents: number | null): BareCalc['priceCalc'] {
  let sum = -(discountCents ?? 0);
  for (const { Unit_Price } of products) {
    const cents = toCents(Unit_Price);
    if (cents === null) return totals(null);
    sum += cents;
  }
  return totals(sum);
}

interface ManualInputs {
  version: string | null;
  discount: { amountCents: number; reason: string | null } | null;
}

/** A manual quote: one of each product linked to the deal in the CRM (decision E7). Pure. */
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
