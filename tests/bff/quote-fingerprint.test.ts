import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kenmerkOf, quoteFingerprint, type ShownQuote } from '../../bff/quote/quote-fingerprint.ts';

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [name: string]: Json };

/** JSON without spaces, with the names of every object sorted, made in a slow and simple way. */
function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as { [name: string]: Json })
    .filter(([, held]) => held !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, held]) => `${JSON.stringify(name)}:${canonicalJson(held)}`);
  return `{${members.join(',')}}`;
}

const text = fc.option(fc.string());
const euros = fc.option(fc.integer({ min: -3_000_000, max: 3_000_000 }).map((cents) => cents / 100));
const size = fc.option(fc.record({ size: fc.option(fc.nat(40)) }));
const product = fc.record({ id: text, Product_Name: fc.string(), Unit_Price: euros });
const calc = fc.record({
  output: fc.record({
    products: fc.array(
      fc.record({
        id: text,
        name: fc.string(),
        type: fc.string(),
        amount: fc.option(fc.nat(20)),
        pricePer: euros,
        priceTotal: euros,
      }),
    ),
  }),
  quote: fc.record({ products: fc.array(product), battery: size, inverter: size }),
  priceCalc: fc.record({ productUnitPriceSum: euros, vat: euros, finalInclVat: euros }),
  module: fc.option(fc.record({ num_modules: fc.nat(20), kwh: fc.nat(100) })),
});
const quotes: fc.Arbitrary<ShownQuote> = fc.record({
  id: fc.string(),
  gaikan_deal_version: text,
  survey1_calc: fc.option(calc),
  products: fc.array(product),
  gaikan_self_installation: fc.constantFrom('0', '1', null),
  survey1_no_calc: fc.boolean(),
  gaikan_discount: euros,
  gaikan_discount_reason: text,
  survey1_pending_subsidy: fc.boolean(),
  customer: fc.record({
    Full_Name: text,
    Mailing_Street: text,
    Mailing_Zip: text,
    Mailing_City: text,
    Mailing_Country: text,
  }),
  financing: fc.option(fc.record({ monthlyEuros: fc.nat(500) })),
});

const V1 = { termsVersion: 'v1' };
const conditions = fc.record(
  { termsVersion: fc.string(), conditionsDigest: fc.string() },
  { requiredKeys: ['termsVersion'] },
);

/** The same with the names of every object reversed. */
function turnedRound<T>(value: T): T {
  if (Array.isArray(value)) return value.map(turnedRound) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, held]) => [name, turnedRound(held)]);
  return Object.fromEntries(members.reverse()) as T;
}

describe('F1 the fingerprint of a quote', () => {
  test('is the SHA-256 of the canonical JSON of everything that the quote shows, in whatever order it was built', () => {
    fc.assert(
      fc.property(quotes, fc.string(), conditions, (shown, contactId, { termsVersion, conditionsDigest }) => {
        const { survey1_calc: held } = shown;
        const all = canonicalJson({
          schema: 1,
          dealId: shown.id,
          contactId,
          version: shown.gaikan_deal_version,
          rows: held?.output.products ?? null,
          products: held ? shown.products : null,
          totals: held?.priceCalc ?? null,
          module: held?.module ?? null,
          battery: held?.quote.battery ?? null,
          inverter: held?.quote.inverter ?? null,
          selfInstallation: shown.gaikan_self_installation === '1',
          manual: shown.survey1_no_calc,
          discount: shown.gaikan_discount,
          discountReason: shown.gaikan_discount_reason,
          subsidyPending: shown.survey1_pending_subsidy,
          customer: shown.customer,
          termsVersion,
          conditionsDigest,
          monthlyEuros: shown.financing?.monthlyEuros,
        });
        const expected = createHash('sha256').update(all).digest('hex');
        for (const built of [shown, turnedRound(shown)]) {
          expect(quoteFingerprint(built, contactId, { termsVersion, conditionsDigest })).toBe(expected);
        }
      }),
    );
  });

  test('is shown as a kenmerk: its first eight digits', () => {
    const [shown] = fc.sample(quotes, 1) as [ShownQuote];
    const fingerprint = quoteFingerprint(shown, '1', V1);
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(kenmerkOf(fingerprint)).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    expect(kenmerkOf(fingerprint).replace('-', '').toLowerCase()).toBe(fingerprint.slice(0, 8));
  });
});
