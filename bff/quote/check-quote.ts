import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { PRICE_INPUT_NAMES } from '../view-models/answers.ts';
import type { AdminDeal } from '../view-models/callcenter.ts';
import { vatCents } from '../view-models/payments.ts';
import type { BareCalc, Calc, PriceInputs } from '../view-models/quote.ts';
import { calculateLegacyQuote, calculateQuote, moduleKwh } from './calculate-quote.ts';
import { type DealFields, isModuleQuote } from './found-deal.ts';
import { type CachedPrices, sumOf, toCents } from './price-list.ts';
import {
  inputsInRows,
  isUsed,
  PRICE_INPUTS,
  type PricedFields,
  priceInputs,
  readInputs,
  readLegacyInputs,
} from './quote-inputs.ts';

/** The format of a stored quote, and the discount in euros, as the deal has them. */
type Quoted = Pick<Deal, 'gaikan_deal_version' | 'gaikan_discount'>;

/**
 * The faults of a quote, as field paths; empty if it may be signed. A figure that is missing or does not add up to the
 * cent blocks approving and signing (decision E8).
 */
export function quoteFaults(calc: BareCalc, deal: Quoted): string[] {
  const { gaikan_discount } = deal;
  const faults: string[] = [];
  const rows = (isModuleQuote(deal) ? moduleRows : legacyRows)(calc, gaikan_discount, faults);
  if (gaikan_discount !== null && toCents(gaikan_discount) === null) faults.push('gaikan_discount');
  const sum = toCents(calc.priceCalc.productUnitPriceSum);
  const vat = toCents(calc.priceCalc.vat);
  const final = toCents(calc.priceCalc.finalInclVat);

  if (rows.length === 0) faults.push('products');
  if (sum === null || sum <= 0 || sum !== sumOf(rows)) faults.push('priceCalc.productUnitPriceSum');
  if (vat === null || sum === null || vat !== vatCents(sum)) faults.push('priceCalc.vat');
  if (final === null || sum === null || vat === null || final !== sum + vat) faults.push('priceCalc.finalInclVat');
  return faults;
}

type Cents = number | null;

/** The deal's discount must have its row, and no other discount may have one (decision E4). */
function moduleRows(calc: BareCalc, discountEuros: number | null, faults: string[]): Cents[] {
  const discounted = calc.output.products.filter(({ type }) => type === 'discount');
  const inRows = discounted.reduce((sum, row) => sum + (toCents(row.priceTotal) ?? 0), 0);
  if (inRows !== -Math.abs(toCents(discountEuros) ?? 0)) faults.push('gaikan_discount');
  if (!namesItsModules(calc)) faults.push('module');
  return calc.output.products.map((row, index) => {
    const each = toCents(row.pricePer);
    const total = toCents(row.priceTotal);
    const adds = each !== null && total !== null && row.amount !== null && Math.round(each * row.amount) === total;
    if (!adds || (total < 0 && row.type !== 'discount')) faults.push(`output.products[${index}]`);
    return total;
  });
}

/** "Uw keuze:" must name as many modules as the single module row, with their capacity. */
function namesItsModules({ module, output }: BareCalc): boolean {
  const [row, another] = output.products.filter(({ type }) => type === 'battery_module');
  if (another) return false;
  if (!module || !row) return true;
  return module.num_modules === row.amount && module.kwh === moduleKwh(module.num_modules);
}

function legacyRows(calc: BareCalc, discountEuros: number | null, faults: string[]): Cents[] {
  const rows = calc.quote.products.map((product, index) => {
    const price = toCents(product.Unit_Price);
    if (price === null || price < 0) faults.push(`quote.products[${index}]`);
    return price;
  });
  const discount = toCents(discountEuros);
  return discount ? [...rows, -Math.abs(discount)] : rows;
}

export interface PricingContext {
  prices: CachedPrices;
  portal: PortalFile;
}

/** The quote for a deal's inputs, in the deal's own format; null if an input is missing. Reads only prices. */
export async function calculateFor(
  context: PricingContext,
  crmOptions: CrmCallOptions,
  deal: Deal,
  pricesMaxAgeMs: number,
): Promise<Calc | null> {
  const inputs = isModuleQuote(deal) ? readInputs(deal) : null;
  const legacy = deal.gaikan_deal_version === null ? readLegacyInputs(deal) : null;
  if (!inputs && !legacy) return null;
  const prices = await context.prices.read(pricesMaxAgeMs, crmOptions);
  const madeFrom = { inputs: priceInputs(deal) };
  if (!inputs) return legacy && { ...calculateLegacyQuote(legacy, prices), ...madeFrom };
  const { includedMetres } = context.portal;
  return { ...calculateQuote(inputs, prices, includedMetres), ...madeFrom, includedMetres };
}

/** A quote as fields of the deal; `Amount` is the total incl. btw, the most visible figure (decision E6). */
export function quoteFields(deal: Deal, calc: Calc | null): DealFields {
  // An earlier approval applied to another quote.
  const approval = deal.survey1_approve_clicked === true ? { survey1_approve_clicked: false } : {};
  if (calc === null) {
    const emptied =
      deal.survey1_calc === null ? {} : { survey1_calc: null, survey1_calc_complete: false, Amount: null };
    return { ...approval, ...emptied };
  }
  const complete = quoteFaults(calc, deal).length === 0;
  return {
    ...approval,
    survey1_calc: JSON.stringify(calc),
    survey1_calc_complete: complete,
    Amount: complete ? calc.priceCalc.finalInclVat : null,
  };
}

// A calculation is valid only for its own inputs (decision J1). Other inputs make another version of the offer. A
// colleague's concession applies to one version only (decision J2).

/** Inputs missing in a calculation count as empty, whatever the deal says. */
const NOTHING: PriceInputs = Object.fromEntries(PRICE_INPUT_NAMES.map((name) => [name, null]));

/** Inputs that sales ops, or a partly failed write, changed since the quote was calculated. */
export function inputDifferences(
  deal: PricedFields & Pick<Deal, 'survey1_no_calc'>,
  calc: Calc | null,
  includedMetres: number,
): AdminDeal['differences'] {
  if (calc === null || deal.survey1_no_calc === true) return [];
  // Both are compared, because somebody may have edited only the rows, or only the inputs.
  const held = [inputsInRows(deal, calc, includedMetres), ...(calc.inputs ? [{ ...NOTHING, ...calc.inputs }] : [])];
  const inputs = { ...priceInputs(deal), gaikan_deal_version: PRICE_INPUTS.gaikan_deal_version.meant(deal) };
  return PRICE_INPUT_NAMES.flatMap((field) => {
    const now = inputs[field] ?? null;
    // Inputs not found in the calculation count as equal.
    const quoted = held.map((each) => each[field]).find((value) => value !== undefined && value !== now);
    // An unknown version has no inputs of its own, but the version itself is a difference.
    const counts = field === 'gaikan_deal_version' || isUsed(field, deal);
    return quoted === undefined || !counts ? [] : [{ field, quoted, now }];
  });
}

/**
 * Whether the price of this offer is fixed (decision J2): it is calculated, and a colleague made a concession for it,
 * or it is a manual quote or one of the older format. The customer then has to request a change of the price. So it is
 * if a field that may have held the concession differs from the calculation now, or cannot be read.
 */
export function isFixedOffer(
  deal: PricedFields & Pick<Deal, 'survey1_calc' | 'survey1_no_calc'>,
  calc: Calc | null,
  differences: AdminDeal['differences'],
): boolean {
  if (deal.survey1_calc === null) return false;
  const mayHaveHeldIt = (field: (typeof differences)[number]['field']) =>
    PRICE_INPUTS[field].granted || field === 'gaikan_deal_version';
  // A calculation without inputs of its own is a manual one, or from an earlier system.
  if (calc === null || differences.some(({ field }) => !calc.inputs || mayHaveHeldIt(field))) return true;
  if (deal.survey1_no_calc === true || !isModuleQuote(deal)) return true;
  return PRICE_INPUT_NAMES.some((name) => PRICE_INPUTS[name].granted && PRICE_INPUTS[name].meant(deal) !== null);
}
