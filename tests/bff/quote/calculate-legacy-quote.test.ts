import { describe, expect, test } from 'vitest';
import { allowedBatteryKwh, calculateLegacyQuote, manualQuote } from '../../../bff/quote/calculate-quote.ts';
import { quoteFaults } from '../../../bff/quote/check-quote.ts';
import { product } from './price-list.ts';

const battery = (gaikan_kwh: number, Unit_Price: number | null) =>
  product({ Product_Category: 'legacy_battery', gaikan_kwh, Unit_Price });
const inverter = (gaikan_kwh: number, gaikan_kw: number, Unit_Price: number) =>
  product({ Product_Category: 'legacy_inverter', gaikan_kwh, gaikan_kw, Unit_Price });

const PRICES = [
  battery(40, 15_890),
  battery(20, 8_950),
  battery(60, null),
  { ...battery(100, 35_900), Product_Active: false },
  inverter(20, 8, 1_725),
  inverter(40, 10, 2_095),
  product({ Product_Category: 'legacy_installation', Unit_Price: 2_150 }),
];
const faultsOf = (calc: ReturnType<typeof calculateLegacyQuote>, gaikan_discount: number | null) =>
  quoteFaults(calc, { gaikan_deal_version: null, gaikan_discount });

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

  test('§3 ALLOWED_BATTERY_KWH has the active sizes with a price, smallest first', () => {
    expect(allowedBatteryKwh(PRICES)).toEqual([20, 40]);
  });
});

describe('E7 a manual quote', () => {
  const linked = [
    product({ Product_Category: 'inverter', Unit_Price: 2_895.75 }),
    product({ Product_Category: 'installation', Unit_Price: 1_945.5 }),
    product({ Product_Category: 'advice', Unit_Price: 0.1 }),
  ];
  const discount = { amountCents: 4_135, reason: 'Actie' };

  test('E7 version 2 has a row for each product, and one for the discount', () => {
    const calc = manualQuote(linked, '2', discount);
    expect(calc.output.products.map(({ type, priceTotal }) => [type, priceTotal])).toEqual([
      ['inverter', 2_895.75],
      ['installation', 1_945.5],
      ['advice', 0.1],
      ['discount', -41.35],
    ]);
    expect(calc.priceCalc).toEqual({ productUnitPriceSum: 4_800, vat: 1_008, finalInclVat: 5_808 });
    expect(quoteFaults(calc, { gaikan_deal_version: '2', gaikan_discount: 41.35 })).toEqual([]);
  });

  test('E7 the older format has the discount outside the rows', () => {
    const calc = manualQuote(linked, null, discount);
    expect(calc.quote.products).toHaveLength(3);
    expect(calc.priceCalc.productUnitPriceSum).toBe(4_800);
    expect(faultsOf(calc, 41.35)).toEqual([]);
  });

  test('E8 a manual quote without products, or with a product without a price, is incomplete', () => {
    for (const version of ['2', null]) {
      for (const products of [[], [product({ Product_Category: 'inverter', Unit_Price: null })]]) {
        const calc = manualQuote(products, version, null);
        expect(quoteFaults(calc, { gaikan_deal_version: version, gaikan_discount: null })).not.toEqual([]);
      }
    }
  });
});
