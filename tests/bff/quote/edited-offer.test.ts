import { expect, test } from 'vitest';
import type { Deal } from '../../../bff/view-models/deal.ts';
import { pdfDesk } from '../documents/pdf-desk.ts';
import { openPortal } from '../own-portal.ts';

// J1: an edit of a calculated offer by sales ops closes the offer if it contradicts the rest of the offer.

const portal = await openPortal();
const desk = pdfDesk(portal);

type Calc = NonNullable<Deal['survey1_calc']>;

/** The area of the offer after edits of its calculation and these fields. */
async function areaAfter(name: string, change: (calc: Calc) => void, fields: object = {}) {
  await desk.editCalc(name, change, fields);
  return (await desk.dealOf(name)).quoteArea;
}

test('a discount that is too large to be an amount is not left out of the sum', async () => {
  const priceCalc = { productUnitPriceSum: 12825, vat: 2693.25, finalInclVat: 15518.25 };
  const change = (calc: Calc) => Object.assign(calc, { priceCalc });
  expect(await areaAfter('carla', change, { gaikan_discount: 2_000_000_000 })).toBe('incomplete');
});

test('a second row of modules closes the offer, at whatever price', async () => {
  const change = ({ output: { products } }: Calc) => {
    const [row] = products;
    if (row) products.push({ ...row, amount: 9, pricePer: 0, priceTotal: 0 });
  };
  expect(await areaAfter('bram', change)).toBe('incomplete');
});
