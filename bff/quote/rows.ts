import type { Product } from '../../crm-contract/shapes/product.ts';
import type { Calc, QuoteRow } from '../view-models/quote.ts';
import { toCents, toEuros, vatCents } from './money.ts';
import { QUOTE_TEXTS } from './quote-texts.ts';

/** The parts of every quote: product rows, a discount, and totals. */

export function productRow(type: string, fallbackName: string, product: Product | undefined, amount: number): QuoteRow {
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
export function discountRow(discount: { amountCents: number; reason: string | null }, sum: number | null): QuoteRow {
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

export function sumCents(rows: readonly QuoteRow[]): number | null {
  let sum = 0;
  for (const { priceTotal } of rows) {
    const cents = toCents(priceTotal);
    if (cents === null) return null;
    sum += cents;
  }
  return sum;
}

/** Sum, btw and total in euros from a sum in cents; all null if the sum is missing or negative. */
export function totals(sum: number | null): Calc['priceCalc'] {
  if (sum === null || sum < 0) return { productUnitPriceSum: null, vat: null, finalInclVat: null };
  const vat = vatCents(sum);
  return { productUnitPriceSum: toEuros(sum), vat: toEuros(vat), finalInclVat: toEuros(sum + vat) };
}
