import { describe, expect, test } from 'vitest';
import { euros } from '../../bff/crm/texts/moments-and-euros.ts';
import type { Calc } from '../../bff/view-models/quote.ts';
import { openCallDesk } from './call-desk.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import type { Answer } from './send.ts';
import { type Acted, ADMIN, acted, leftWith, problemOf, subjectOf } from './staff.ts';

const { portal, staff, dealOf } = await openCallDesk();

const calcOf = (deal: Record<string, unknown>) => JSON.parse(String(deal.survey1_calc)) as Calc;
const edit = (name: string, body: object) => staff.act({ ...subjectOf(portal, name), ...body }, crypto.randomUUID());
const putsAmong = (calls: { method: string }[]) => calls.filter(({ method }) => method === 'PUT');

const MODULES = 'gaikan_saltion_battery_modules';
const INVERTER = 'gaikan_saltion_fixed_inverter_kw';
const INSTALLATION = 'gaikan_self_installation';
const DISTANCE = 'survey1_battery_box_distance_m';
const ACTION = { gaikan_discount: 500, gaikan_discount_reason: 'Buurtactie' };

/** Each edit, its person, the CRM's fields after it, and the new total. */
const ROWS: [string, string, object, object, number?][] = [
  ['set-battery-module-num', 'bram', { value: 8 }, { [MODULES]: '8' }, 30_682.64],
  ['set-battery-module-num', 'bram', { value: '15' }, { [MODULES]: '15' }],
  ['set-fixed-inverter-kwh', 'bram', { value: 'none' }, { [INVERTER]: 'none' }],
  ['set-fixed-inverter-kwh', 'bram', { value: 20 }, { [INVERTER]: '20' }],
  ['set-fixed-inverter-kwh', 'hanna', { value: '' }, { [INVERTER]: null }],
  ['set-deal-property', 'bram', { name: INSTALLATION, value: '1' }, { [INSTALLATION]: '1' }],
  ['set-deal-property', 'bram', { name: INSTALLATION, value: 1 }, { [INSTALLATION]: '1' }],
  ['set-deal-property', 'fatima', { name: INSTALLATION, value: '' }, { [INSTALLATION]: null }],
  ['set-deal-property', 'bram', { name: DISTANCE, value: '20' }, { [DISTANCE]: '20' }],
  ['set-battery-size', 'carla', { value: 40 }, { survey1_preferred_battery_size: '40' }, 23_455.85],
  ['discount', 'bram', { value: 500, value2: 'Buurtactie' }, ACTION],
  ['discount', 'carla', { value: '0' }, { gaikan_discount: null, gaikan_discount_reason: null }, 15_518.25],
];

describe('§7.4, E7 every quote edit', () => {
  test.each(ROWS)(
    'E7 %s on %s %j writes input, quote and Amount at once, and answers the total',
    async (action, name, body, fields, total) => {
      const before = await dealOf(name);
      let answer: Answer | undefined;
      const calls = await portal.crmCallsOf(async () => {
        answer = await edit(name, { action, ...body });
      });
      expect(answer?.status).toBe(200);
      expect(putsAmong(calls)).toHaveLength(1);
      expect(calls.length).toBeLessThanOrEqual(5);
      const after = await dealOf(name);
      expect(after).toMatchObject(fields);
      const calc = calcOf(after);
      expect(after.Amount).toBe(calc.priceCalc.finalInclVat);
      expect(after.Amount).not.toBe(before.Amount);
      if (total !== undefined) expect(after.Amount).toBe(total);
      const { deal, contact } = acted(answer as Answer);
      expect(deal).toMatchObject({ ...fields, Amount: after.Amount, survey1_calc: calc, faults: [] });
      expect(contact.deals.find(({ id }) => id === deal.id)).toEqual(deal);
    },
  );

  test('the customer sees the changed quote', async () => {
    const { deal } = acted(await edit('bram', { action: 'discount', value: 250, value2: 'Actie' }));
    const bram = portal.as('bram');
    const seen = (await bram.get(bram.deal)).body.deal as Acted['deal'];
    expect([seen.fingerprint, seen.kenmerk]).toEqual([deal.fingerprint, deal.kenmerk]);
    expect(seen.survey1_calc?.output.products.at(-1)).toMatchObject({ name: 'Actie', priceTotal: -250 });
  });

  test('§7.4 "Nu berekenen" uses the current CRM prices', async () => {
    await portal.editProduct('INST', { Unit_Price: 2045.5 });
    const { deal } = acted(await edit('bram', { action: 'calc' }));
    expect(deal.Amount).toBe(24_618.06);
    expect((await dealOf('bram')).Amount).toBe(24_618.06);
    await portal.reset();
    await edit('bram', { action: 'calc' });
  });

  test('§7.4 a calculation that changes nothing writes nothing', async () => {
    const calls = await portal.crmCallsOf(async () => {
      expect((await staff.act({ action: 'calc', ...subjectOf(portal, 'bram') })).status).toBe(200);
    });
    expect(putsAmong(calls)).toEqual([]);
    expect((await leftWith(portal, portal.as('bram').contactId)).notes).toHaveLength(1);
  });

  test('§7.4 "Omzetten naar modules": carla’s 20 kWh becomes 4 modules, version "2", with a version-2 quote', async () => {
    const { dealId } = subjectOf(portal, 'carla');
    const { deal } = acted(await staff.act({ action: 'upgrade-deal-version', dealId }));
    expect(deal).toMatchObject({ gaikan_deal_version: '2', gaikan_saltion_battery_modules: '4', faults: [] });
    const stored = await dealOf('carla');
    expect(stored).toMatchObject({ gaikan_deal_version: '2', survey1_calc_complete: true, Amount: 16_612.09 });
    const types = calcOf(stored).output.products.map(({ type }) => type);
    expect(types).toEqual(['battery_module', 'inverter', 'installation', 'discount']);
    const again = await staff.act({ action: 'upgrade-deal-version', dealId });
    expect([again.status, acted(again).deal.version]).toEqual([200, deal.version]);
  });

  test('§3 a missing distance counts as 1 metre, so that no quote disappears', async () => {
    const { dealId } = subjectOf(portal, 'carla');
    await portal.salesOps('Deals', dealId, { [DISTANCE]: null });
    expect((await staff.act({ action: 'upgrade-deal-version', dealId })).status).toBe(200);
    const stored = await dealOf('carla');
    expect(stored).toMatchObject({ [DISTANCE]: '1', survey1_calc_complete: true });
    expect(calcOf(stored).output.products.length).toBeGreaterThan(0);
  });

  test.each([
    ['40', '8'],
    ['60', '12'],
    ['80', '15'],
    ['33', '6'],
    ['+', null],
  ])('§9 %s kWh of the older format becomes %s modules', async (size, modules) => {
    await portal.salesOps('Deals', portal.as('carla').dealId, {
      survey1_preferred_battery_size: size,
      survey1_calc: null,
    });
    const { deal } = acted(await edit('carla', { action: 'upgrade-deal-version' }));
    expect(deal.gaikan_saltion_battery_modules).toBe(modules);
  });

  test('§9 a quote of the older format stays as it was when an input changes that it does not depend on', async () => {
    await pdfDesk(portal).editCalc('carla', ({ quote }) => {
      quote.products[0].Unit_Price += 1;
    });
    const { survey1_calc } = await dealOf('carla');
    acted(await edit('carla', { action: 'set-deal-property', name: INSTALLATION, value: '1' }));
    expect(await dealOf('carla')).toMatchObject({ [INSTALLATION]: '1', survey1_calc });
  });
});

describe('E7 manual quotes', () => {
  test('E7 "Handmatige offerte" marks the quote and keeps its price; when the mark is removed, the quote is calculated again', async () => {
    const manual = acted(await edit('bram', { action: 'survey1_no_calc' }));
    expect(manual.deal).toMatchObject({ survey1_no_calc: true, Amount: 24_497.06 });
    expect((await dealOf('bram')).survey1_no_calc).toBe(true);
    const changed = acted(
      await staff.act({ action: 'set-battery-module-num', ...subjectOf(portal, 'bram'), value: 8 }),
    );
    expect(changed.deal).toMatchObject({ gaikan_saltion_battery_modules: '8', Amount: 24_497.06 });
    const undo = { action: 'set-deal-property', ...subjectOf(portal, 'bram'), name: 'survey1_no_calc', value: false };
    expect(acted(await staff.act(undo)).deal).toMatchObject({ survey1_no_calc: false, Amount: 30_682.64 });
  });

  test('E7 "Uit Zoho lezen": gerrit’s quote follows his products in the CRM', async () => {
    await portal.editProduct('OMV-15', { Unit_Price: 3000, Product_Name: 'Omvormer op maat' });
    const { deal } = acted(await edit('gerrit', { action: 'sync_from_zoho' }));
    expect(deal.survey1_calc?.output.products.map(({ name, priceTotal }) => [name, priceTotal])).toEqual(
      expect.arrayContaining([['Omvormer op maat', 3000]]),
    );
    const sum = 15_890 + 3000 + 1945.5;
    expect(deal.survey1_calc?.priceCalc.productUnitPriceSum).toBe(sum);
    expect((await dealOf('gerrit')).Amount).toBe(Math.round(sum * 121) / 100);
    await portal.reset();
    await staff.act({ action: 'calc', ...subjectOf(portal, 'bram') });
  });

  test('E7 a discount on a manual quote is included in its total at once', async () => {
    const { deal } = acted(await edit('gerrit', { action: 'discount', value: 731.25, value2: 'Stalkorting' }));
    expect(deal.survey1_calc?.priceCalc.productUnitPriceSum).toBe(20_000);
    expect(deal.Amount).toBe(24_200);
    expect((await dealOf('gerrit')).Amount).toBe(24_200);
  });

  test.each([
    ['bram', 0, 20_245.5],
    ['bram', 500, 20_245.5],
    ['carla', 750, 12_825],
  ])(
    'E4 a discount on a manual quote of %s, with € %d before, applies to the rows that it has, up to their sum',
    async (name, before, sum) => {
      const discount = (value: number, value2 = 'Buurtactie') => edit(name, { action: 'discount', value, value2 });
      await discount(before);
      const manual = acted(await edit(name, { action: 'survey1_no_calc' })).deal;
      const rows = manual.quote?.rows.filter(({ isDiscount }) => !isDiscount) ?? [];
      const calls = await portal.crmCallsOf(async () => {
        expect(acted(await discount(before)).deal.version).toBe(manual.version);
      });
      expect(putsAmong(calls)).toEqual([]);
      const above = await discount(sum + 0.01);
      expect([above.status, problemOf(above).detail]).toEqual([422, expect.stringContaining(euros(sum))]);
      for (const [value, added] of [
        [100, [expect.objectContaining({ name: 'Actie', total: -100 })]],
        [0, []],
      ] as const) {
        const { deal } = acted(await discount(value, 'Actie'));
        const Amount = Math.round((sum - value) * 121) / 100;
        expect(deal).toMatchObject({ Amount, quoteArea: 'approve', faults: [], financing: manual.financing });
        expect(deal.quote?.rows).toEqual([...rows, ...added]);
      }
    },
  );

  test.each([
    ['bram', 'sync_from_zoho'],
    ['carla', 'sync_from_zoho'],
    ['carla', 'upgrade-deal-version'],
  ])('a manual quote of %s is not emptied by %s while the CRM links no products to it', async (name, action) => {
    const { deal } = acted(await edit(name, { action: 'survey1_no_calc' }));
    const before = await dealOf(name);
    const preview = await staff.post(`${ADMIN}/preview`, { ...subjectOf(portal, name), action });
    for (const answer of [preview, await edit(name, { action })]) {
      expect([answer.status, problemOf(answer).detail]).toEqual([422, expect.stringContaining('geen producten')]);
    }
    expect(await dealOf(name)).toEqual(before);
    const { products } = JSON.parse(String((await dealOf('gerrit')).survey1_calc)).output as Calc['output'];
    await portal.linkProducts(
      deal.id,
      products.map(({ id }) => String(id)),
    );
    const read = acted(await edit(name, { action })).deal;
    expect(read.quote?.rows.map((row) => row.name)).toEqual(expect.arrayContaining(products.map((row) => row.name)));
    expect(read).toMatchObject({ survey1_no_calc: true, quoteArea: 'approve', faults: [] });
  });

  test.each(['bram', 'gerrit', 'hanna'])(
    '"Omzetten naar modules" changes nothing in the quote of %s, which has modules',
    async (name) => {
      if (name === 'bram') await edit(name, { action: 'survey1_no_calc' });
      await portal.editProduct('INST', { Unit_Price: 2045.5 });
      await edit('karel', { action: 'calc' });
      const before = await dealOf(name);
      const calls = await portal.crmCallsOf(async () => {
        expect((await edit(name, { action: 'upgrade-deal-version' })).status).toBe(200);
      });
      expect(putsAmong(calls)).toEqual([]);
      expect(await dealOf(name)).toEqual(before);
      await portal.reset();
      await edit('bram', { action: 'calc' });
    },
  );

  test('a manual quote whose only row is its discount takes its rows from the linked products', async () => {
    const { dealId } = subjectOf(portal, 'anna');
    await portal.salesOps('Deals', dealId, { gaikan_discount: 100 });
    for (const action of ['survey1_no_calc', 'sync_from_zoho']) await edit('anna', { action });
    const { products } = JSON.parse(String((await dealOf('gerrit')).survey1_calc)).output as Calc['output'];
    await portal.linkProducts(
      dealId,
      products.map(({ id }) => String(id)),
    );
    expect((await edit('anna', { action: 'discount', value: 600 })).status).toBe(200);
  });

  test('reading a calculated quote from the CRM changes nothing', async () => {
    const calls = await portal.crmCallsOf(() => edit('bram', { action: 'sync_from_zoho' }));
    expect(putsAmong(calls)).toEqual([]);
    for (const action of ['sync_from_salesforce', 'sync', 'SYNC_FROM_ZOHO']) {
      expect((await staff.act({ action, ...subjectOf(portal, 'bram') })).status).toBe(422);
    }
  });
});

describe('E4, G5 which edits are accepted', () => {
  const REFUSED: [string, string, object][] = [
    ['a discount above the sum', 'bram', { action: 'discount', value: 20_245.51 }],
    ['a discount above the sum of the older format', 'carla', { action: 'discount', value: 12_825.01 }],
    ['a discount above the sum of a manual quote', 'gerrit', { action: 'discount', value: 20_731.26 }],
    ['a discount without a quote', 'anna', { action: 'discount', value: 100 }],
    ['a negative discount', 'bram', { action: 'discount', value: -5 }],
    ['tenths of cents', 'bram', { action: 'discount', value: 5.005 }],
    ['16 modules', 'bram', { action: 'set-battery-module-num', value: 16 }],
    ['modules of an older quote', 'carla', { action: 'set-battery-module-num', value: 6 }],
    ['an inverter that is not sold', 'bram', { action: 'set-fixed-inverter-kwh', value: 12 }],
    ['a size that is not sold', 'carla', { action: 'set-battery-size', value: 100 }],
    ['the size of a quote with modules', 'bram', { action: 'set-battery-size', value: 40 }],
    ['another property', 'bram', { action: 'set-deal-property', name: 'Amount', value: 1 }],
    ['installation 2', 'bram', { action: 'set-deal-property', name: 'gaikan_self_installation', value: '2' }],
    ['distance 0', 'bram', { action: 'set-deal-property', name: 'survey1_battery_box_distance_m', value: 0 }],
    ['distance 1000', 'bram', { action: 'set-deal-property', name: 'survey1_battery_box_distance_m', value: 1000 }],
    ['a calculation without answers', 'anna', { action: 'calc' }],
    ['a calculation for size L', 'lotte', { action: 'calc' }],
    ['E7 a calculation of a manual quote', 'gerrit', { action: 'calc' }],
  ];

  test.each(REFUSED)('%s is refused with a sentence, and nothing is written', async (_name, who, body) => {
    const before = await dealOf(who);
    const answer = await edit(who, body);
    expect([answer.status, problemOf(answer).error]).toEqual([422, 'field_invalid']);
    expect(Object.values(problemOf(answer).fields ?? {})[0]).toMatch(/\.$/);
    expect(await dealOf(who)).toEqual(before);
  });

  const SIZELESS = { survey1_preferred_battery_size: 'dontknow', survey1_calc: null };
  const NO_QUOTE: [string, string, Record<string, unknown>, RegExp][] = [
    ['bram', 'modules that are no number', { [MODULES]: 'XL' }, /modules is "XL": .* 1 tot en met 15/],
    ['bram', 'too many modules', { [MODULES]: '16' }, /modules is "16": .* 1 tot en met 15/],
    ['bram', 'a distance that is no number', { [DISTANCE]: 'ver' }, /meterkast is "ver"/],
    ['bram', 'no modules', { [MODULES]: null }, /^De batterij .* nog niet bekend/],
    ['carla', 'a size that is no number', SIZELESS, /batterij is "dontknow"/],
  ];

  test.each(NO_QUOTE)('A4 %s with %s: "Nu berekenen" says what is wrong', async (who, _what, fields, sentence) => {
    const { dealId } = subjectOf(portal, who);
    await portal.unchecked('Deals', dealId, fields);
    const answer = await edit(who, { action: 'calc' });
    expect([answer.status, problemOf(answer).detail]).toEqual([422, expect.stringMatching(sentence)]);
  });

  test('E4 a discount of the whole sum is accepted, but then nobody can sign; a larger one is refused, and the refusal names the sum', async () => {
    const answer = await edit('bram', { action: 'discount', value: 20_245.51 });
    expect(problemOf(answer).detail).toContain('€\u00a020.245,50');
    const { deal } = acted(await edit('bram', { action: 'discount', value: 20_245.5 }));
    expect(deal).toMatchObject({ gaikan_discount: 20_245.5, survey1_calc_complete: false, quoteArea: 'incomplete' });
  });

  test('A4 an unknown version cannot be edited', async () => {
    await portal.salesOps('Deals', portal.as('bram').dealId, { gaikan_deal_version: '3' });
    for (const body of [{ action: 'calc' }, { action: 'discount', value: 1 }, { action: 'upgrade-deal-version' }]) {
      expect((await staff.act({ ...subjectOf(portal, 'bram'), ...body })).status).toBe(422);
    }
  });

  test('C4 staff can choose modules for a customer who chose "L"', async () => {
    const { deal } = acted(await edit('lotte', { action: 'set-battery-module-num', value: 15 }));
    expect(deal).toMatchObject({ gaikan_saltion_battery_modules: '15', survey1_calc_complete: true });
  });
});
