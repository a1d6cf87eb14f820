import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { vatCents } from '../../../bff/quote/calculate-quote.ts';
import { toCents } from '../../../bff/quote/price-list.ts';
import { parseStoredCalc } from '../../../bff/quote/stored-calc.ts';

describe('A4 survey1_calc as sales ops may have left it', () => {
  test.each([null, '', 'geen json', '[1,2', '"text"', '12'])('%j is not a quote', (stored) => {
    expect(parseStoredCalc(stored)).toBeNull();
  });

  test('figures as Dutch text are read, nonsense counts as missing', () => {
    const calc = parseStoredCalc(
      '{"output":{"products":[{"id":1,"name":"M","type":"x","amount":"2","pricePer":"1.250,00","priceTotal":"veel"}]},"priceCalc":{"vat":"12,5"}}',
    );
    expect(calc?.output.products).toEqual([
      { id: '1', name: 'M', type: 'x', amount: 2, pricePer: 1250, priceTotal: null },
    ]);
    expect(calc?.priceCalc).toEqual({ productUnitPriceSum: null, vat: 12.5, finalInclVat: null });
  });

  test('any JSON is read without a throw and without touching a prototype', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        parseStoredCalc(json);
        parseStoredCalc(
          `{"__proto__":{"polluted":1},"output":{"products":${json}},"quote":${json},"priceCalc":${json}}`,
        );
        expect(({} as { polluted?: number }).polluted).toBeUndefined();
      }),
    );
  });
});

describe('E6 cents', () => {
  test('every amount of two decimals survives euros → cents → euros', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11 + 1, max: 1e11 - 1 }), (cents) => {
        expect(toCents(cents / 100)).toBe(cents);
      }),
    );
  });

  test('half a cent goes up, in prices and in btw', () => {
    expect(toCents(1.005)).toBe(101);
    expect(vatCents(50)).toBe(11);
    expect(vatCents(100)).toBe(21);
  });

  test.each([0.004, -0.004])('%s euros is zero, without a sign', (euros) => {
    expect(toCents(euros)).toBe(0);
  });

  test.each([null, Number.NaN, Number.POSITIVE_INFINITY, 1e12])('%s is not a price', (euros) => {
    expect(toCents(euros)).toBeNull();
  });
});
