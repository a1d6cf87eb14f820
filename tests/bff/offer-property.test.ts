import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateQuote } from '../../bff/quote/calculate-quote.ts';
import { priceInputs, readInputs } from '../../bff/quote/quote-inputs.ts';
import type { Deal } from '../../bff/view-models/deal.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { type Product, productShape } from '../../crm-contract/shapes/product.ts';
import { HOUR_MS } from './call-desk.ts';
import { openPortal } from './own-portal.ts';
import { staffOf, subjectOf } from './staff.ts';

const MODULES = 'gaikan_saltion_battery_modules';
const DISTANCE = 'survey1_battery_box_distance_m';
const INVERTER = 'gaikan_saltion_fixed_inverter_kw';
const INSTALLATION = 'gaikan_self_installation';
const PRODUCT_FIELDS =
  'Product_Name,Product_Code,Product_Category,Product_Active,Unit_Price,gaikan_num_modules,gaikan_kwh,gaikan_kw';
const INCLUDED_METRES = 5;

const clock = { offsetMs: HOUR_MS, now: () => Date.now() + clock.offsetMs };
const portal = await openPortal({}, clock);

const modules = fc.integer({ min: 1, max: 15 }).map(String);
const metres = fc.integer({ min: 1, max: 40 }).map(String);
/** One change to an offer: by its customer, a colleague at the desk or sales ops in the CRM, or of a price. */
const step = fc.oneof(
  fc.record({ by: fc.constant('customer' as const), [MODULES]: modules, [DISTANCE]: metres }, { requiredKeys: ['by'] }),
  fc.record({
    by: fc.constant('desk' as const),
    action: fc.oneof(
      modules.map((value) => ({ action: 'set-battery-module-num', value })),
      metres.map((value) => ({ action: 'set-deal-property', name: DISTANCE, value })),
      fc.constantFrom('', '1').map((value) => ({ action: 'set-deal-property', name: INSTALLATION, value })),
      fc.constantFrom('', 'none', '10', '20').map((value) => ({ action: 'set-fixed-inverter-kwh', value })),
      fc.constantFrom(0, 500, 6000).map((value) => ({ action: 'discount', value, value2: 'Actie' })),
      fc.constant({ action: 'calc' }),
      // "Akkoord" by telephone releases the offer.
      fc.constant({ action: 'approve' }),
    ),
  }),
  fc.record({
    by: fc.constant('crm' as const),
    fields: fc.oneof(
      fc.option(modules).map((value) => ({ [MODULES]: value })),
      fc.option(metres).map((value) => ({ [DISTANCE]: value })),
      fc.constantFrom(null, '', '1').map((value) => ({ [INSTALLATION]: value })),
      fc.constantFrom(null, 'none', '15').map((value) => ({ [INVERTER]: value })),
      fc.constantFrom(null, 0, 750).map((value) => ({ gaikan_discount: value })),
    ),
  }),
  fc.record({ by: fc.constant('price' as const), rise: fc.constantFrom(-50, 200) }),
);

test('J1, J2 property: a signable offer shows the rows of its inputs and prices, and is signed as it was shown', async () => {
  let signed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('bram', 'hanna', 'karel'),
      fc.array(step, { maxLength: 6 }),
      async (name, steps) => {
        await portal.reset();
        clock.offsetMs += HOUR_MS;
        const staff = staffOf(portal);
        const customer = portal.as(name);
        const subject = subjectOf(portal, name);
        const path = `/api/contacts/deals/${subject.dealId}`;
        const readPrices = async () =>
          (await portal.records('Products', PRODUCT_FIELDS)).map((record) => productShape.parse(record));
        const priceLists: Product[][] = [await readPrices()];

        for (const { by, ...what } of steps) {
          if (by === 'customer') await customer.put(path, { props: what });
          if ('action' in what) await staff.act({ ...subject, ...what.action });
          if ('fields' in what) await portal.salesOps('Deals', subject.dealId, what.fields);
          if ('rise' in what) {
            for (const { id, Unit_Price } of priceLists.at(-1) ?? []) {
              await portal.salesOps('Products', id, { Unit_Price: (Unit_Price ?? 0) + what.rise });
            }
            priceLists.push(await readPrices());
            clock.offsetMs += HOUR_MS;
          }
        }

        const shown = (await customer.get(path)).body.deal as Deal;
        if (shown.quoteArea !== 'approve') return;
        const held = dealShape.parse(await portal.record('Deals', subject.dealId));
        expect(shown.survey1_calc?.inputs ?? priceInputs(held)).toEqual(priceInputs(held));
        const inputs = readInputs(held);
        const possible = priceLists.map((prices) => inputs && calculateQuote(inputs, prices, INCLUDED_METRES));
        expect(possible.map((calc) => calc?.priceCalc)).toContainEqual(shown.survey1_calc?.priceCalc);
        expect(possible.map((calc) => calc?.output)).toContainEqual(shown.survey1_calc?.output);

        const body = { survey1_approve_clicked: true, gaikan_signature_plain: 'Noor', fingerprint: shown.fingerprint };
        const answer = await customer.post(`${path}/approve`, body);
        expect(answer.status).toBe(200);
        const order = answer.body.deal as Deal;
        expect([order.quoteArea, order.quote, order.fingerprint]).toEqual(['signed', shown.quote, shown.fingerprint]);
        signed += 1;
      },
    ),
    { numRuns: 60, seed: 29 },
  );
  // Enough sequences end in a signature.
  expect(signed).toBeGreaterThan(10);
  await portal.delivered();
});
