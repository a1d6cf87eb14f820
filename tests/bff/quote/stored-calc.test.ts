import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCents } from '../../../bff/quote/price-list.ts';
import { parseStoredCalc } from '../../../bff/quote/stored-calc.ts';
import { vatCents } from '../../../bff/view-models/payments.ts';

describe('A4 a survey1_calc that sales ops edited', () => {
  test('any JSON is read without an exception, and changes no prototype', () => {
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

describe('E6 amounts in cents', () => {
  test('every amount of two decimals survives euros → cents → euros', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11 + 1, max: 1e11 - 1 }), (cents) => {
        expect(toCents(cents / 100)).toBe(cents);
      }),
    );
  });

  test('half a cent is rounded up, in prices and in btw', () => {
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
