import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculateQuote, type QuoteInputs, STANDARD, totals } from '../../../bff/quote/calculate-quote.ts';
import { quoteFaults } from '../../../bff/quote/check-quote.ts';
import { toCents } from '../../../bff/quote/price-list.ts';
import { cableCost } from '../../../bff/view-models/payments.ts';
import { priceList, product } from './price-list.ts';

const INCLUDED_METRES = 5;
const V2 = { gaikan_deal_version: '2', gaikan_discount: null };

function inputs(fields: Partial<QuoteInputs> = {}): QuoteInputs {
  return { ...STANDARD, modules: 6, distanceMetres: 8, ...fields };
}

function quote(fields: Partial<QuoteInputs> = {}, prices = priceList()) {
  return calculateQuote(inputs(fields), prices, INCLUDED_METRES);
}

const typesOf = (calc: ReturnType<typeof quote>) => calc.output.products.map(({ type }) => type);

describe('E1 modules', () => {
  test('a row of n modules at the price for n, and 5.7 kWh each', () => {
    const calc = quote(
      { modules: 6 },
      priceList((n) => 3000 - n * 10.01),
    );
    expect(calc.output.products[0]).toMatchObject({
      type: 'battery_module',
      amount: 6,
      pricePer: 2939.94,
      priceTotal: 17639.64,
    });
    expect(calc.module).toEqual({ num_modules: 6, kwh: 34.2 });
    expect(calc.quote.battery).toEqual({ size: 34.2 });
  });
});

describe('E2 inverter', () => {
  const inverterOf = (calc: ReturnType<typeof quote>) => calc.output.products.find(({ type }) => type === 'inverter');

  test.each([
    ['the smallest that is strong enough: 6 × 1.9 = 11.4 kW', 6, { name: 'Omvormer 15 kW', amount: 1 }],
    ['exactly enough is enough: 5 × 2 = 10 kW', 5, { name: 'Omvormer 10 kW', amount: 1 }],
    ['the fewest of the largest where none is: 15 × 1.9 = 28.5 kW', 15, { name: 'Omvormer 15 kW', amount: 2 }],
  ])('%s', (_, modules, expected) => {
    const prices = priceList().map((p) =>
      modules === 5 && p.Product_Category === 'battery_module' ? { ...p, gaikan_kw: 2 } : p,
    );
    expect(inverterOf(quote({ modules }, prices))).toMatchObject(expected);
  });

  test('without an inverter there is no row, a power gives the inverter of that power, and an unsold power makes the quote incomplete', () => {
    expect(inverterOf(quote({ inverter: 'none' }))).toBeUndefined();
    expect(inverterOf(quote({ inverter: { kw: 5 } }))).toMatchObject({ name: 'Omvormer 5 kW', amount: 1 });
    const unknown = quote({ inverter: { kw: 7 } });
    expect(inverterOf(unknown)).toMatchObject({ pricePer: null, priceTotal: null });
    expect(unknown.priceCalc.finalInclVat).toBeNull();
  });
});

describe('E3 installation', () => {
  test('installation, and cable for the metres beyond the included ones', () => {
    expect(typesOf(quote({ distanceMetres: 8 }))).toEqual(['battery_module', 'inverter', 'installation', 'cable']);
    expect(quote({ distanceMetres: 8 }).output.products.at(-1)).toMatchObject({ amount: 3, priceTotal: 56.25 });
    expect(typesOf(quote({ distanceMetres: 5 }))).not.toContain('cable');
  });

  test('own installation gives a row for the inspection and no other', () => {
    expect(typesOf(quote({ selfInstallation: true }))).toEqual(['battery_module', 'inverter', 'inspection']);
  });
});

describe('E4 discount', () => {
  test('a row named by its reason, or "Korting", minus the amount', () => {
    const named = quote({ discount: { amountCents: 25_050, reason: 'Buurtactie' } }).output.products.at(-1);
    expect(named).toMatchObject({ name: 'Buurtactie', type: 'discount', pricePer: -250.5, priceTotal: -250.5 });
    expect(quote({ discount: { amountCents: 1, reason: null } }).output.products.at(-1)).toMatchObject({
      name: 'Korting',
    });
  });

  test('a discount above the sum makes the quote incomplete', () => {
    const calc = quote({ discount: { amountCents: 10_000_000, reason: null } });
    expect(calc.priceCalc).toEqual({ productUnitPriceSum: null, vat: null, finalInclVat: null });
    expect(quoteFaults(calc, V2)).not.toEqual([]);
  });
});

describe('E8 a missing price', () => {
  test.each(['battery_module', 'inverter', 'installation', 'cable'])(
    '%s makes the quote incomplete, not cheaper',
    (category) => {
      const without = priceList().filter((p) => p.Product_Category !== category);
      const noPrice = priceList().map((p) => (p.Product_Category === category ? { ...p, Unit_Price: null } : p));
      const inactive = priceList().map((p) => (p.Product_Category === category ? { ...p, Product_Active: false } : p));
      for (const prices of [without, noPrice, inactive]) {
        const calc = quote({}, prices);
        expect(calc.priceCalc.finalInclVat).toBeNull();
        expect(quoteFaults(calc, V2)).not.toEqual([]);
      }
    },
  );
});

describe('E6 money', () => {
  const anyPrice = fc.integer({ min: 1, max: 5_000_000 }).map((cents) => cents / 100);
  const anyInputs = fc.record<QuoteInputs>({
    modules: fc.integer({ min: 1, max: 15 }),
    inverter: fc.oneof(fc.constant('auto' as const), fc.constant('none' as const), fc.record({ kw: fc.double() })),
    selfInstallation: fc.boolean(),
    distanceMetres: fc.integer({ min: 1, max: 999 }),
    discount: fc.option(
      fc.record({ amountCents: fc.integer({ min: -5, max: 10_000_000 }), reason: fc.option(fc.string()) }),
    ),
  });
  const anyPrices = fc
    .array(anyPrice, { minLength: 21, maxLength: 21 })
    .map((prices) => priceList().map((p, index) => ({ ...p, Unit_Price: prices[index] ?? 1 })));
  const cents = (euros: number | null) => Math.round((euros ?? Number.NaN) * 100);

  test('every quote with a total adds up to the cent; no input gives NaN', () => {
    fc.assert(
      fc.property(anyInputs, anyPrices, (given, prices) => {
        const calc = calculateQuote(given, prices, INCLUDED_METRES);
        expect(JSON.stringify(calc)).not.toMatch(/NaN|Infinity/);
        const { productUnitPriceSum, vat, finalInclVat } = calc.priceCalc;
        if (finalInclVat === null) return;
        const rows = calc.output.products.reduce((sum, row) => sum + cents(row.priceTotal), 0);
        expect(cents(productUnitPriceSum)).toBe(rows);
        expect(cents(vat)).toBe(Math.floor((rows * 21 + 50) / 100));
        expect(cents(finalInclVat)).toBe(cents(productUnitPriceSum) + cents(vat));
        expect(rows).toBeGreaterThanOrEqual(0);
        const gaikan_discount = given.discount ? given.discount.amountCents / 100 : null;
        if (rows > 0) expect(quoteFaults(calc, { ...V2, gaikan_discount })).toEqual([]);
      }),
    );
  });

  test('the price of more cable in the survey equals the amount that it adds to the total', () => {
    const anyMetres = fc.integer({ min: 1, max: 999 - INCLUDED_METRES });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 15 }), anyMetres, anyPrices, (modules, extra, prices) => {
        const [near, far] = [0, extra].map((metres) => {
          const given = inputs({ modules, distanceMetres: INCLUDED_METRES + metres });
          return calculateQuote(given, prices, INCLUDED_METRES).priceCalc.finalInclVat ?? Number.NaN;
        });
        const cable = prices.find((p) => p.Product_Category === 'cable')?.Unit_Price ?? null;
        const metrePrice = totals(toCents(cable)).finalInclVat ?? Number.NaN;
        expect(cents(cableCost(extra, metrePrice, near ?? 0))).toBe(cents(far ?? 0) - cents(near ?? 0));
      }),
    );
  });

  test('a discount never exceeds the sum', () => {
    fc.assert(
      fc.property(anyInputs, anyPrices, (given, prices) => {
        const { products } = calculateQuote(given, prices, INCLUDED_METRES).output;
        const discount = products.find(({ type }) => type === 'discount');
        const rest = products.filter(({ type }) => type !== 'discount');
        if (discount?.priceTotal == null) return;
        expect(-cents(discount.priceTotal)).toBeLessThanOrEqual(
          rest.reduce((sum, row) => sum + cents(row.priceTotal), 0),
        );
        expect(discount.priceTotal).toBeLessThan(0);
      }),
    );
  });

  test('a discount that is in the deal but not in the rows, or in the rows but not in the deal, is reported', () => {
    const discounted = quote({ discount: { amountCents: 10_000, reason: null } });
    expect(quoteFaults(discounted, { ...V2, gaikan_discount: 100 })).toEqual([]);
    expect(quoteFaults(discounted, V2)).toContain('gaikan_discount');
    expect(quoteFaults(quote(), { ...V2, gaikan_discount: 100 })).toContain('gaikan_discount');
  });

  test('a change of any figure of the sum is reported', () => {
    const fields = ['productUnitPriceSum', 'vat', 'finalInclVat'] as const;
    for (const field of fields) {
      const calc = quote();
      calc.priceCalc[field] = (calc.priceCalc[field] ?? 0) + 0.01;
      expect(quoteFaults(calc, V2)).toContain(`priceCalc.${field}`);
    }
    const rowChanged = quote();
    rowChanged.output.products[0] = {
      ...rowChanged.output.products[0],
      amount: 7,
    } as (typeof rowChanged.output.products)[0];
    expect(quoteFaults(rowChanged, V2)).toContain('output.products[0]');
  });

  test('one row is enough for a quote; without rows there is none', () => {
    const priceCalc = { productUnitPriceSum: 15_003, vat: 3_150.63, finalInclVat: 18_153.63 };
    const calc = { ...quote(), priceCalc, output: { products: quote().output.products.slice(0, 1) } };
    expect(quoteFaults(calc, V2)).toEqual([]);
    expect(quoteFaults({ ...calc, output: { products: [] } }, V2)).toContain('products');
  });

  test('a product of another category never becomes a row', () => {
    const calc = quote({}, [product({ Product_Category: 'legacy_battery', gaikan_num_modules: 6 }), ...priceList()]);
    expect(calc.output.products[0]).toMatchObject({ name: 'Module bij 6' });
  });
});
