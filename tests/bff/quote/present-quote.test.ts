import { describe, expect, test } from 'vitest';
import { presentQuote } from '../../../bff/quote/present-quote.ts';
import type { ShownQuote } from '../../../bff/quote/quote-fingerprint.ts';
import type { QuoteRow } from '../../../bff/view-models/quote.ts';
import { EXAMPLE_QUOTE, OLDER } from './example-quote.ts';

const INVERTER: QuoteRow = {
  id: 'i',
  name: 'Hybride omvormer 20 kW',
  type: 'inverter',
  amount: 2,
  pricePer: 3500,
  priceTotal: 7000,
};

function quote(change: Partial<ShownQuote> = {}, rows: QuoteRow[] = [INVERTER]): ShownQuote {
  const survey1_calc = {
    ...EXAMPLE_QUOTE.survey1_calc,
    output: { products: rows },
    quote: { products: [], battery: { size: 20 }, inverter: { size: 8 } },
    module: { num_modules: 15, kwh: 85.5 },
  };
  return { ...EXAMPLE_QUOTE, survey1_calc, ...change };
}

describe('§2.5 "Uw keuze:"', () => {
  const spoken = (change: Partial<ShownQuote>, rows?: QuoteRow[]) =>
    presentQuote(quote(change, rows)).highlights.map(({ text, detail }) => [text, detail].filter(Boolean).join(' '));

  test('15 modules need two inverters, and two are named', () => {
    expect(spoken({})).toEqual(['15 batterijmodules 85,5 kWh', '2 × Hybride omvormer 20 kW', 'Volledige installatie']);
  });

  test('the storage of modules has one decimal, as in the survey', () => {
    const { survey1_calc } = quote();
    const ten = survey1_calc && { ...survey1_calc, module: { num_modules: 10, kwh: 57 } };
    expect(spoken({ survey1_calc: ten })[0]).toBe('10 batterijmodules 57,0 kWh');
  });

  test('one inverter is named without a number, no inverter is not named, and own installation is named', () => {
    expect(spoken({}, [{ ...INVERTER, amount: 1 }])[1]).toBe('Hybride omvormer 20 kW');
    expect(spoken({ gaikan_self_installation: '1' }, [])).toEqual([
      '15 batterijmodules 85,5 kWh',
      'Eigen installatie, met inspectie',
    ]);
  });

  test('the older format names its sizes; a manual quote has no choice', () => {
    expect(spoken({ gaikan_deal_version: null })).toEqual([
      'Batterij 20 kWh',
      'Omvormer vermogen 8 kW (8 kWh)',
      'Volledige installatie',
    ]);
    expect(spoken({ survey1_no_calc: true })).toEqual([]);
  });
});

describe('§2.5 product rows', () => {
  const rows = (change: Partial<ShownQuote>) => presentQuote(quote(change)).rows;

  test('version 2 shows the calculated rows', () => {
    expect(rows({})).toEqual([
      { key: 'i', name: INVERTER.name, isDiscount: false, amount: 2, pricePer: 3500, total: 7000 },
    ]);
  });

  test('the older format ends with the discount as a negative amount', () => {
    expect(rows(OLDER).map(({ name, total }) => [name, total])).toEqual([
      ['Batterij', 9000],
      ['Vroegboek', -500],
    ]);
    expect(rows({ ...OLDER, gaikan_discount: -500, gaikan_discount_reason: null }).at(-1)).toMatchObject({
      name: 'Korting',
      total: -500,
      isDiscount: true,
    });
    expect(rows({ ...OLDER, gaikan_discount: 0 })).toHaveLength(1);
  });

  test('the same product twice is two rows with keys of their own', () => {
    const { products = [] } = OLDER;
    const twice = rows({ ...OLDER, products: [...products, ...products], gaikan_discount: null });
    expect(new Set(twice.map(({ key }) => key)).size).toBe(2);
  });
});
