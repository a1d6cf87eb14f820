import type { PresentedQuote } from '../../view-models/quote.ts';
import { vatWords } from '../../view-models/vat-texts.ts';

const FORMAT = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

/** "€ 1.234,56", for amounts in notes, mails and PDFs. */
export function euros(amount: number | null): string {
  return amount === null ? 'onbekend' : FORMAT.format(amount);
}

/** The total to pay, with its label, for mails and the note of the evidence. */
export function totalFact(totals: PresentedQuote['totals']): readonly [label: string, value: string] {
  return [`Totaal ${vatWords(totals).toPay}`, euros(totals.finalInclVat)];
}
