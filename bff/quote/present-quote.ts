import type { Deal } from '../view-models/deal.ts';
import { isOwnInstallation, modulesOf, type Offer } from '../view-models/offer.ts';
import type { Highlight, PresentedQuote, QuoteLine } from '../view-models/quote.ts';
import { vatWords } from '../view-models/vat-texts.ts';
import { isModuleQuote } from './found-deal.ts';
import type { ShownQuote } from './quote-fingerprint.ts';
import { QUOTE_TEXTS } from './quote-texts.ts';

/** The displayed form of a quote in either format (§2.5): made here, rendered elsewhere. */
export function presentQuote(quote: ShownQuote): PresentedQuote {
  const { productUnitPriceSum = null, vat = null, finalInclVat = null } = quote.survey1_calc?.priceCalc ?? {};
  return {
    rows: withUniqueKeys(isModuleQuote(quote) ? moduleRows(quote) : olderRows(quote)),
    highlights: highlightsOf(quote),
    totals: { productUnitPriceSum, vat, finalInclVat },
    notices: quote.survey1_pending_subsidy ? [QUOTE_TEXTS.subsidy, QUOTE_TEXTS.subsidyMeans] : [],
  };
}

/**
 * The amount of each part of a payment, in euros. All parts but the last are rounded down to the cent, so that a
 * promise of "hooguit de helft vooraf" (at most half in advance) is kept.
 */
export function paymentParts(parts: readonly { percent: number; when: string }[], total: number) {
  const totalCents = Math.round(total * 100);
  let leftCents = totalCents;
  return parts.map(({ percent, when }, at) => {
    const cents = at === parts.length - 1 ? leftCents : Math.floor((totalCents * percent) / 100);
    leftCents -= cents;
    return { when, euros: cents / 100 };
  });
}

const DECIDED = new Set<Deal['status']>(['ready', 'signed', 'withdrawn', 'declined']);

/**
 * A summary of the shown quote, which is the signed one for an order (decision J7). Null if there is nothing to decide
 * on.
 */
export function offerOf(shown: Offer, status: Deal['status']): Deal['offer'] {
  const calc = shown.survey1_calc;
  if (!DECIDED.has(status) || !calc) return null;
  const kwh = shown.survey1_no_calc ? null : (calc.module?.kwh ?? calc.quote.battery?.size ?? null);
  const { finalInclVat } = calc.priceCalc;
  return { modules: modulesOf(shown), kwh, price: finalInclVat, priceVat: vatWords(calc.priceCalc).toPay };
}

function moduleRows({ survey1_calc }: ShownQuote): QuoteLine[] {
  const rows = survey1_calc?.output.products ?? [];
  return rows.map(({ id, name, type, amount, pricePer, priceTotal }) => ({
    key: type === 'battery_module' ? type : (id ?? name),
    name,
    isDiscount: type === 'discount',
    amount,
    pricePer,
    total: priceTotal,
  }));
}

/** In the older format every quantity is one, and the discount is stored in the deal. */
function olderRows({ products, gaikan_discount, gaikan_discount_reason }: ShownQuote): QuoteLine[] {
  const line = (key: string, name: string, price: number | null, isDiscount: boolean): QuoteLine => {
    return { key, name, isDiscount, amount: 1, pricePer: price, total: price };
  };
  const rows = products.map(({ id, Product_Name, Unit_Price }) =>
    line(id ?? Product_Name, Product_Name, Unit_Price, false),
  );
  if (!gaikan_discount) return rows;
  const name = gaikan_discount_reason || QUOTE_TEXTS.discount;
  return [...rows, line('discount', name, -Math.abs(gaikan_discount), true)];
}

/** The same product twice gives two rows. */
function withUniqueKeys(rows: readonly QuoteLine[]): QuoteLine[] {
  return rows.map((row, index) => {
    const earlier = rows.slice(0, index).filter(({ key }) => key === row.key).length;
    return earlier === 0 ? row : { ...row, key: `${row.key}#${earlier}` };
  });
}

/** "Uw keuze:" without missing parts; a manual quote has none. */
function highlightsOf(quote: ShownQuote): Highlight[] {
  const { survey1_calc: calc, survey1_no_calc: isByHand } = quote;
  if (isByHand || !calc) return [];
  const parts: Highlight[] = [];
  const add = (icon: Highlight['icon'], text: string, detail: string | null = null) =>
    parts.push({ icon, text, detail });
  if (isModuleQuote(quote)) {
    if (calc.module)
      add('battery', QUOTE_TEXTS.modules(calc.module.num_modules), QUOTE_TEXTS.moduleKwh(calc.module.kwh));
    const inverter = calc.output.products.find(({ type }) => type === 'inverter');
    if (inverter) add('inverter', inPieces(inverter.amount, inverter.name));
    add('installation', isOwnInstallation(quote) ? QUOTE_TEXTS.ownInstallation : QUOTE_TEXTS.installation);
    return parts;
  }
  const { battery, inverter } = calc.quote;
  if (battery?.size) add('battery', QUOTE_TEXTS.battery, QUOTE_TEXTS.kwh(battery.size));
  if (inverter?.size) add('inverter', QUOTE_TEXTS.inverter, QUOTE_TEXTS.inverterSize(inverter.size));
  add('installation', QUOTE_TEXTS.installation);
  return parts;
}

function inPieces(amount: number | null, name: string): string {
  return amount !== null && amount > 1 ? QUOTE_TEXTS.pieces(amount, name) : name;
}
