import type { ShownQuote } from '../quote/quote-fingerprint.ts';
import { PDF_TEXTS } from './pdf-texts.ts';

/** A row of the quote, in either format. Euros. */
export interface QuoteLine {
  name: string;
  /** Null for a discount, which has no amount. */
  amount: number | null;
  pricePer: number | null;
  total: number | null;
}

/** The rows as on the customer's page; in the older format the discount is a field of the deal. */
export function quoteLines(quote: ShownQuote): QuoteLine[] {
  if (quote.gaikan_deal_version === '2') {
    const rows = quote.survey1_calc?.output.products ?? [];
    return rows.map(({ name, type, amount, pricePer, priceTotal }) => {
      return { name, amount: type === 'discount' ? null : amount, pricePer, total: priceTotal };
    });
  }
  const rows = quote.products.map(({ Product_Name, Unit_Price }) => line(Product_Name, Unit_Price, 1));
  const discount = quote.gaikan_discount;
  return discount
    ? [...rows, line(quote.gaikan_discount_reason || PDF_TEXTS.discount, -Math.abs(discount), null)]
    : rows;
}

function line(name: string, price: number | null, amount: 1 | null): QuoteLine {
  return { name, amount, pricePer: price, total: price };
}

/** "Uw keuze:" (§2.5), in words; none for a manual quote. */
export function choiceIn(quote: ShownQuote): string[] {
  const { survey1_calc: calc, survey1_no_calc: isByHand } = quote;
  if (isByHand || !calc) return [];
  if (quote.gaikan_deal_version !== '2') {
    const { battery, inverter } = calc.quote;
    return [
      ...(battery?.size ? [PDF_TEXTS.choice.battery(figure(battery.size))] : []),
      ...(inverter?.size ? [PDF_TEXTS.choice.inverter(figure(inverter.size))] : []),
      PDF_TEXTS.choice.installation,
    ];
  }
  const inverter = calc.output.products.find(({ type }) => type === 'inverter');
  const isOwn = quote.gaikan_self_installation === '1';
  return [
    ...(calc.module ? [PDF_TEXTS.choice.modules(calc.module.num_modules, figure(calc.module.kwh))] : []),
    ...(inverter ? [inverter.name] : []),
    isOwn ? PDF_TEXTS.choice.ownInstallation : PDF_TEXTS.choice.installation,
  ];
}

/** A number with a decimal comma: 34,2 and 20. */
export const figure = (value: number) => String(value).replace('.', ',');
