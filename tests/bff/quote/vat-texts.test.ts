import { expect, test } from 'vitest';
import { vatWords } from '../../../bff/view-models/vat-texts.ts';

test.each([
  ['an offer', { productUnitPriceSum: 20_245.5, vat: 4_251.56, finalInclVat: 24_497.06 }, '(21%)'],
  ['an order of another year', { productUnitPriceSum: 100, vat: 9, finalInclVat: 109 }, '(9%)'],
  ['an offer without amounts', { productUnitPriceSum: null, vat: null, finalInclVat: null }, ''],
])('%s names the percentage that its own amounts give', (_, totals, rate) => {
  expect(vatWords(totals)).toEqual({ vat: 'Btw', rate, toPay: 'incl. btw' });
});
