import { describe, expect, test } from 'vitest';
import { allowedBatteryKwh, calculateLegacyQuote, manualQuote } from '../../../bff/quote/calculate-quote.ts';
import { quoteFaults } from '../../../bff/quote/check-quote.ts';
import type { Product } from '../../../crm-contract/shapes/product.ts';

const product = (Product_Category: string, Unit_Price: number | null, rest: Partial<Product> = {}): Product => ({
  id: '4150868000000100001',
  Product_Name: `${Product_Category} ${rest.gaikan_kwh ?? ''}`.trim(),
  Product_Code: null,
  Product_Category,
  Unit_Price,
  Product_Active: true,
  gaikan_num_modules: null,
  gaikan_kwh: null,
  gaikan_kw: null,
  ...rest,
});

const PRICES = [
  product('legacy_battery', 15_890, { gaikan_kwh: 40 }),
  product('legacy_battery', 8_950, { gaikan_kwh: 20 }),
  product('legacy_battery', null, { gaikan_kwh: 60 }),
  product('legacy_battery', 35_900, { gaikan_kwh: 100, Product_Active: false }),
  product('legacy_inverter', 1_725, { gaikan_kwh: 20, gaikan_kw: 8 }),
  product('legacy_inverter', 2_095, { gaikan_kwh: 40, gaikan_kw: 10 }),
  product('legacy_installation', 2_150),
];
const faultsOf = (calc: ReturnType<typeof calculateLegacyQuote>, discountEuros: number | null) =>
  quoteFaults(calc, { version: null, discountEuros });

describe('E5 the older format', () => {
  test('E5 battery, its inverter and the installation, with the fields of §3', () => {
    const calc = calculateLegacyQuote({ sizeKwh: 20, discountCents: 75_000 }, PRICES);
    expect(calc.quote.products.map(({ Unit_Price }) => Unit_Price)).toEqual([8_950, 1_725, 2_150]);
    expect(calc.quote).toMatchObject({ battery: { size: 20 }, inverter: { size: 8 } });
    expect(calc.priceCalc).toEqual({ productUnitPriceSum: 12_075, vat: 2_535.75, finalInclVat: 14_610.75 });
    expect(calc).toMatchObject({ output: { products: [] }, module: null });
    expect(faultsOf(calc, 750)).toEqual([]);
  });

  test.each([
    ['a size without a price', 60, null],
    ['a size that nobody sells', 33, null],
    ['a discount above the sum', 20, 1_282_501],
  ])('E8 %s makes it incomplete, never cheaper', (_name, sizeKwh, discountCents) => {
    const calc = calculateLegacyQuote({ sizeKwh, discountCents }, PRICES);
    expect(calc.priceCalc).toEqual({ productUnitPriceSum: null, vat: null, finalInclVat: null });
    expect(faultsOf(calc, discountCents && discountCents / 100)).not.toEqual([]);
  });

  test('§3 ALLOWED_BATTERY_KWH: active sizes with a price, smallest first', () => {
    expect(allowedBatteryKwh(PRICES)).toEqual([20, 40]);
  });
});

describe('E7 a manual quote', () => {
  const linked = [product('inverter', 2_895.75), product('installation', 1_945.5), product('advice', 0.1)];

  test('E7 version 2: one of each, with a discount row', () => {
    const calc = manualQuote(linked, { version: '2', discount: { amountCents: 4_135, reason: 'Actie' } });
    expect(calc.output.products.map(({ type, priceTotal }) => [type, priceTotal])).toEqual([
      ['inverter', 2_895.75],
      ['installation', 1_945.5],
      ['advice', 0.1],
      ['discount', -41.35],
    ]);
    expect(calc.priceCalc).toEqual({ productUnitPriceSum: 4_800, vat: 1_008, finalInclVat: 5_808 });
    expect(quoteFaults(calc, { version: '2', discountEuros: 41.35 })).toEqual([]);
  });

  test('E7 the older format keeps the discount beside the rows', () => {
    const calc = manualQuote(linked, { version: null, discount: { amountCents: 4_135, reason: 'Actie' } });
    expect(calc.quote.products).toHaveLength(3);
    expect(calc.priceCalc.productUnitPriceSum).toBe(4_800);
    expect(faultsOf(calc, 41.35)).toEqual([]);
  });

  test('E8 no products, or one without a price, is an incomplete quote', () => {
    for (const version of ['2', null]) {
      for (const products of [[], [product('inverter', null)]]) {
        const calc = manualQuote(products, { version, discount: null });
        expect(quoteFaults(calc, { version, discountEuros: null })).not.toEqual([]);
      }
    }
  });
});
