import type { Product, ProductCategory } from '../../crm-contract/shapes/product.ts';
import { vatCents } from '../view-models/payments.ts';
import type { BareCalc, Calc, LegacyProduct, QuoteRow } from '../view-models/quote.ts';
import { isPriced, type PriceList, sumOf, toCents, toEuros } from './price-list.ts';
import { QUOTE_TEXTS } from './quote-texts.ts';

/** The inputs of a version-2 quote (decisions E1–E4). */
export interface QuoteInputs {
  modules: number;
  /** `auto`: the smallest with enough power; `none`; or a power in kW. */
  inverter: 'auto' | 'none' | { kw: number };
  selfInstallation: boolean;
  distanceMetres: number;
  discount: { amountCents: number; reason: string | null } | null;
}

/** The inputs for a customer who asks only for modules and the included cable. */
export const STANDARD = {
  inverter: 'auto',
  selfInstallation: false,
  discount: null,
} as const satisfies Omit<QuoteInputs, 'modules' | 'distanceMetres'>;

/**
 * The inputs of two quotes. Every kind of calculated row is in at least one of them. `crm:check` calculates both for
 * each number of modules.
 */
export function inputsOfEveryRow(modules: number, includedMetres: number): QuoteInputs[] {
  const all = { ...STANDARD, modules, distanceMetres: includedMetres + 1 };
  return [false, true].map((selfInstallation) => ({ ...all, selfInstallation }));
}

const KWH_TENTHS_PER_MODULE = 57;

/** Capacity of n modules: n × 5.7 kWh, exact to the tenth (§9). */
export function moduleKwh(modules: number): number {
  return (modules * KWH_TENTHS_PER_MODULE) / 10;
}

/**
 * The version-2 quote from the CRM's products. Pure. A missing product or price gives a row with null figures, and null
 * totals. The quote is then stored and shown as incomplete (decision E8), never as cheaper.
 */
export function calculateQuote(inputs: QuoteInputs, prices: PriceList, includedMetres: number): BareCalc {
  const moduleProduct = prices.find((p) => isPriced(p, 'battery_module') && p.gaikan_num_modules === inputs.modules);
  const inverter = chooseInverter(inputs, moduleProduct, prices);

  const rows: QuoteRow[] = [productRow('battery_module', 'Batterijmodule', moduleProduct, inputs.modules)];
  if (inverter) rows.push(productRow('inverter', 'Omvormer', inverter.product, inverter.amount));
  if (inputs.selfInstallation) {
    rows.push(productRow('inspection', 'Inspectie', firstOf(prices, 'inspection'), 1));
  } else {
    rows.push(productRow('installation', 'Installatie', firstOf(prices, 'installation'), 1));
    const cableMetres = inputs.distanceMetres - includedMetres;
    if (cableMetres > 0) rows.push(productRow('cable', 'Kabel', firstOf(prices, 'cable'), cableMetres));
  }
  if (inputs.discount) rows.push(discountRow(inputs.discount, sumCents(rows)));

  return {
    output: { products: rows },
    quote: {
      products: [],
      battery: { size: moduleKwh(inputs.modules) },
      inverter: inverter ? { size: inverterKw(inverter) } : null,
    },
    priceCalc: totals(sumCents(rows)),
    module: { num_modules: inputs.modules, kwh: moduleKwh(inputs.modules) },
  };
}

interface ChosenInverter {
  product: Product | undefined;
  amount: number;
}

/** Decision E2. Without a module's power no inverter can be chosen, so the row has no price. */
function chooseInverter(
  inputs: QuoteInputs,
  moduleProduct: Product | undefined,
  prices: PriceList,
): ChosenInverter | null {
  if (inputs.inverter === 'none') return null;
  const byPower = prices
    .filter((p) => isPriced(p, 'inverter') && p.gaikan_kw !== null && p.gaikan_kw > 0)
    .sort((a, b) => (a.gaikan_kw ?? 0) - (b.gaikan_kw ?? 0));
  if (inputs.inverter !== 'auto') {
    const { kw } = inputs.inverter;
    return { product: byPower.find((p) => p.gaikan_kw === kw), amount: 1 };
  }
  const perModule = moduleProduct?.gaikan_kw;
  const largest = byPower.at(-1);
  if (!perModule || !largest?.gaikan_kw) return { product: undefined, amount: 1 };
  // Powers are in tenths of a kW; calculating in watts avoids 6 × 1.9 = 11.399….
  const neededWatts = inputs.modules * watts(perModule);
  const enough = byPower.find((p) => watts(p.gaikan_kw ?? 0) >= neededWatts);
  return enough
    ? { product: enough, amount: 1 }
    : { product: largest, amount: Math.ceil(neededWatts / watts(largest.gaikan_kw)) };
}

function watts(kw: number): number {
  return Math.round(kw * 1000);
}

function inverterKw({ product, amount }: ChosenInverter): number | null {
  return product?.gaikan_kw ? (watts(product.gaikan_kw) * amount) / 1000 : null;
}

function firstOf(prices: PriceList, category: ProductCategory): Product | undefined {
  return prices.find((p) => isPriced(p, category));
}

function productRow(type: string, fallbackName: string, product: Product | undefined, amount: number): QuoteRow {
  const each = toCents(product?.Unit_Price ?? null);
  return {
    id: product?.id ?? null,
    name: product?.Product_Name ?? fallbackName,
    type,
    amount,
    pricePer: each === null ? null : toEuros(each),
    priceTotal: each === null ? null : toEuros(each * amount),
  };
}

/** Decision E4: above zero and at most the sum; a larger discount makes the quote incomplete. */
function discountRow(discount: NonNullable<QuoteInputs['discount']>, sum: number | null): QuoteRow {
  const fits = sum !== null && discount.amountCents > 0 && discount.amountCents <= sum;
  const euros = fits ? -toEuros(discount.amountCents) : null;
  return {
    id: null,
    name: discount.reason ?? QUOTE_TEXTS.discount,
    type: 'discount',
    amount: 1,
    pricePer: euros,
    priceTotal: euros,
  };
}

function sumCents(rows: readonly QuoteRow[]): number | null {
  return sumOf(rows.map(({ priceTotal }) => toCents(priceTotal)));
}

/** Sum, btw and total in euros from a sum in cents; all null if the sum is missing or negative. */
export function totals(sum: number | null): Calc['priceCalc'] {
  if (sum === null || sum < 0) return { productUnitPriceSum: null, vat: null, finalInclVat: null };
  const vat = vatCents(sum);
  return { productUnitPriceSum: toEuros(sum), vat: toEuros(vat), finalInclVat: toEuros(sum + vat) };
}

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
  const ofSize = (category: ProductCategory) => prices.find((p) => isPriced(p, category) && p.gaikan_kwh === sizeKwh);
  const battery = ofSize('legacy_battery');
  const inverter = ofSize('legacy_inverter');
  const installation = firstOf(prices, 'legacy_installation');
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

function legacyProduct(product: Product | undefined, fallbackName: string): LegacyProduct {
  return {
    id: product?.id ?? null,
    Product_Name: product?.Product_Name ?? fallbackName,
    Unit_Price: product?.Unit_Price ?? null,
  };
}

/**
 * The older format stores its discount separately. The discount is subtracted from the sum and must not exceed it
 * (decision E4).
 */
function legacyTotals(products: readonly LegacyProduct[], discountCents: number | null): BareCalc['priceCalc'] {
  const sum = sumOf(products.map(({ Unit_Price }) => toCents(Unit_Price)));
  return totals(sum === null ? null : sum - (discountCents ?? 0));
}

/** A manual quote: one of each product linked to the deal in the CRM (decision E7). Pure. */
export function manualQuote(
  linked: readonly Product[],
  version: string | null,
  discount: QuoteInputs['discount'],
): BareCalc {
  const isByModules = version === '2';
  const rowOf = (product: Product) => productRow(product.Product_Category ?? 'product', 'Product', product, 1);
  const bare = {
    output: { products: isByModules ? linked.map(rowOf) : [] },
    quote: {
      products: isByModules ? [] : linked.map((product) => legacyProduct(product, 'Product')),
      battery: null,
      inverter: null,
    },
    priceCalc: totals(null),
    module: null,
  };
  return withDiscount(bare, version, discount);
}

/** The same rows with this discount only. Pure. */
export function withDiscount<C extends BareCalc>(
  calc: C,
  version: string | null,
  discount: QuoteInputs['discount'],
): C {
  if (version !== '2') {
    return { ...calc, priceCalc: legacyTotals(calc.quote.products, discount?.amountCents ?? null) };
  }
  const rows = calc.output.products.filter(({ type }) => type !== 'discount');
  if (discount) rows.push(discountRow(discount, sumCents(rows)));
  return { ...calc, output: { products: rows }, priceCalc: totals(sumCents(rows)) };
}
