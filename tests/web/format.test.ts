import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { phoneUrl } from '../../bff/view-models/phone.ts';
import { bookingUrl } from '../../web/paths.ts';
import { formatDayAfter, formatMoney, formatOneDecimal, formatWhole } from '../../web/texts/format.ts';
import { moduleTexts } from '../../web/texts/survey-steps.ts';

function plain(text: string) {
  return text.replace(/\s/g, ' ');
}

describe('§9 formats', () => {
  test.each([
    [1234.56, '€ 1.234,56'],
    [0, '€ 0,00'],
    [-500, '€ -500,00'],
    [15020.944, '€ 15.020,94'],
  ])('money %d', (value, text) => {
    expect(plain(formatMoney(value))).toBe(text);
  });

  test('the digits are those of the Dutch number format, to the last space', () => {
    const money = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });
    const whole = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 0 });
    const oneDecimal = new Intl.NumberFormat('nl-NL', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const cents = fc.integer({ min: -1e12, max: 1e12 }).map((amount) => amount / 100);
    fc.assert(
      fc.property(fc.oneof(cents, fc.double({ min: -1e9, max: 1e9, noNaN: true })), (value) => {
        fc.pre(!Object.is(value, -0));
        expect(formatMoney(value)).toBe(money.format(value));
        expect(formatWhole(value)).toBe(whole.format(value));
        expect(formatOneDecimal(value)).toBe(oneDecimal.format(value));
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, null, undefined, '12'])('%s is not an amount: €0.00', (value) => {
    expect(formatMoney(value)).toBe('€0.00');
  });

  test('whole numbers are rounded and have a point between thousands', () => {
    expect(formatWhole(12345.4)).toBe('12.345');
  });

  test('the last day of a term is counted in Dutch days, from the day after the moment', () => {
    expect(formatDayAfter('2026-11-25T22:59:00Z', 14)).toBe('9 december 2026');
    expect(formatDayAfter('2026-11-25T23:01:00Z', 14)).toBe('10 december 2026');
  });

  test.each([
    ['1', '1 × 5,7', '5,7 kWh'],
    ['10', '10 × 5,7', '57,0 kWh'],
    ['15', '15 × 5,7', '85,5 kWh'],
    ['L', 'Groot gebruik', '120 kWh'],
    ['XL', 'Grid gebruik', '2 MW'],
  ] as const)('module choice %s', (choice, label, storage) => {
    expect(moduleTexts(choice)).toEqual({ label, storage });
  });
});

describe('§7.5 addresses outside the portal', () => {
  test('the booking page gets the known details, encoded', () => {
    const customer = { email: 'bo+1@example.nl', name: 'Bo & Vos', phone: '+31 6 1' };
    expect(bookingUrl('https://book.example/?e={email}&n={name}&l={phone}', customer)).toBe(
      'https://book.example/?e=bo%2B1%40example.nl&n=Bo%20%26%20Vos&l=%2B31%206%201',
    );
  });

  test.each([
    ['+31 (0)20 - 123 45 67', '+31201234567'],
    ['06-12345679 (na 18 uur)', '0612345679'],
    ['06-12345677 / 020-1234567', '0612345677'],
    ['020/123 45 67', '0201234567'],
    ['Mobiel: 06 12345678', '0612345678'],
  ])('%s is dialled as %s: the first number, without spaces and remarks', (phone, dialled) => {
    expect(phoneUrl(phone)).toBe(`tel:${dialled}`);
  });
});
