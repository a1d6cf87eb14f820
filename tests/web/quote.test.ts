import { describe, expect, test } from 'vitest';
import { type ComparedDeal, quoteChanges } from '../../web/customer/quote/quote-changes.ts';
import { quoteRows } from '../../web/customer/quote/quote-rows.ts';
import { formatMoney } from '../../web/texts/format.ts';

function deal(change: Partial<ComparedDeal> = {}): ComparedDeal {
  return {
    gaikan_deal_version: '2',
    survey1_calc: {
      output: {
        products: [
          { id: '6', name: 'Module', type: 'battery_module', amount: 6, pricePer: 1000, priceTotal: 6000 },
          { id: 'i', name: 'Omvormer', type: 'inverter', amount: 1, pricePer: 2000, priceTotal: 2000 },
        ],
      },
      quote: { products: [], battery: null, inverter: null },
      priceCalc: { productUnitPriceSum: 8000, vat: 1680, finalInclVat: 9680 },
      module: { num_modules: 6, kwh: 34.2 },
    },
    products: [],
    gaikan_discount: null,
    gaikan_discount_reason: null,
    survey1_pending_subsidy: false,
    customer: {
      Full_Name: 'Bo Vos',
      Mailing_Street: 'Kade 3',
      Mailing_Zip: '3581 KD',
      Mailing_City: 'Utrecht',
      Mailing_Country: null,
    },
    ...change,
  };
}

function withRows(
  products: NonNullable<ComparedDeal['survey1_calc']>['output']['products'],
  total: number,
): ComparedDeal {
  const before = deal();
  const calc = before.survey1_calc;
  if (!calc) throw new Error('the example has a calculation');
  const priceCalc = { productUnitPriceSum: total, vat: total * 0.21, finalInclVat: total * 1.21 };
  return { ...before, survey1_calc: { ...calc, output: { products }, priceCalc } };
}

const OLDER = deal({
  gaikan_deal_version: null,
  products: [{ id: 'a', Product_Name: 'Batterij', Unit_Price: 9000 }],
  gaikan_discount: 500,
  gaikan_discount_reason: 'Vroegboek',
});

describe('§2.5 product rows', () => {
  test('version 2 shows the calculated rows', () => {
    expect(quoteRows(deal()).map(({ name, amount, total }) => [name, amount, total])).toEqual([
      ['Module', 6, 6000],
      ['Omvormer', 1, 2000],
    ]);
  });

  test('the older format ends with the discount as a negative amount', () => {
    expect(quoteRows(OLDER).map(({ name, total }) => [name, total])).toEqual([
      ['Batterij', 9000],
      ['Vroegboek', -500],
    ]);
    expect(quoteRows({ ...OLDER, gaikan_discount: -500, gaikan_discount_reason: null }).at(-1)).toMatchObject({
      name: 'Korting',
      total: -500,
    });
    expect(quoteRows({ ...OLDER, gaikan_discount: 0 })).toHaveLength(1);
  });

  test('the same product twice is two rows with keys of their own', () => {
    const twice = deal({ gaikan_deal_version: null, products: [...OLDER.products, ...OLDER.products] });
    expect(new Set(quoteRows(twice).map((row) => row.key)).size).toBe(2);
  });
});

describe('F1 what changed in a quote', () => {
  test('a row, and the totals that follow from it', () => {
    const now = withRows(
      [
        { id: '8', name: 'Module', type: 'battery_module', amount: 8, pricePer: 950, priceTotal: 7600 },
        { id: 'i', name: 'Omvormer', type: 'inverter', amount: 1, pricePer: 2000, priceTotal: 2000 },
      ],
      9600,
    );
    expect(quoteChanges(deal(), now)).toEqual([
      {
        what: 'Module',
        before: `6 × ${formatMoney(1000)} = ${formatMoney(6000)}`,
        now: `8 × ${formatMoney(950)} = ${formatMoney(7600)}`,
      },
      { what: 'Totaal Excl. btw', before: formatMoney(8000), now: formatMoney(9600) },
      { what: 'Btw', before: formatMoney(1680), now: formatMoney(2016) },
      { what: 'Eind totaal incl. btw', before: formatMoney(9680), now: formatMoney(11616) },
    ]);
  });

  test('a row that came, a row that went, a row with another name', () => {
    const now = withRows(
      [
        { id: '6', name: 'Zoutmodule', type: 'battery_module', amount: 6, pricePer: 1000, priceTotal: 6000 },
        { id: 'k', name: 'Kabel', type: 'cable', amount: 1, pricePer: 2000, priceTotal: 2000 },
      ],
      8000,
    );
    expect(quoteChanges(deal(), now)).toEqual([
      {
        what: 'Zoutmodule',
        before: `Module: 6 × ${formatMoney(1000)} = ${formatMoney(6000)}`,
        now: `Zoutmodule: 6 × ${formatMoney(1000)} = ${formatMoney(6000)}`,
      },
      { what: 'Omvormer', before: formatMoney(2000), now: '–' },
      { what: 'Kabel', before: '–', now: formatMoney(2000) },
    ]);
  });

  test('discount, subsidy, name and address', () => {
    const now: ComparedDeal = {
      ...OLDER,
      gaikan_discount: 750,
      survey1_pending_subsidy: true,
      customer: { ...OLDER.customer, Full_Name: 'Bo de Vos', Mailing_Street: 'Kade 5' },
    };
    expect(quoteChanges(OLDER, now).map(({ what, before, now: after }) => [what, before, after])).toEqual([
      ['Vroegboek', formatMoney(-500), formatMoney(-750)],
      ['Subsidie', '–', 'Onder voorbehoud van subsidie'],
      ['Naam', 'Bo Vos', 'Bo de Vos'],
      ['Adres', 'Kade 3, 3581 KD Utrecht', 'Kade 5, 3581 KD Utrecht'],
    ]);
  });

  test('another fingerprint with nothing to see is still told', () => {
    expect(quoteChanges(deal(), deal())).toEqual([
      { what: 'Voorwaarden of omschrijving', before: 'Vorige versie', now: 'Bijgewerkt' },
    ]);
  });
});
