import type { PresentedQuote } from './quote.ts';

/**
 * The words about the btw of an offer or order, from its own amounts in euros: on the page, at the desk, in PDF, mails
 * and notes. No zod here: the web may import these values.
 */
export function vatWords({ productUnitPriceSum: sum, vat }: PresentedQuote['totals']) {
  return {
    /** Beside the amount of the btw. */
    vat: 'Btw',
    /** Its percentage; empty without amounts. */
    rate: sum && vat !== null ? `(${Math.round((vat / sum) * 100)}%)` : '',
    /** Beside the amount to pay, `finalInclVat`. */
    toPay: 'incl. btw',
  };
}
