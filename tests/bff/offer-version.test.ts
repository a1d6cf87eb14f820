import { describe, expect, test } from 'vitest';
import type { AdminDeal } from '../../bff/view-models/callcenter.ts';
import type { Contact } from '../../bff/view-models/contact.ts';
import type { Deal } from '../../bff/view-models/deal.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { openFreshPortal, ownPortal } from './own-portal.ts';
import { portalFileWith } from './portal-file.ts';
import type { Answer } from './send.ts';
import { ADMIN, staffOf, subjectOf } from './staff.ts';

const MODULES = 'gaikan_saltion_battery_modules';
const DISTANCE = 'survey1_battery_box_distance_m';
const VERSION = 'gaikan_deal_version';
const OWN_INSTALLATION = 'gaikan_self_installation';

const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
const portal = await openFreshPortal({}, clock);
const staff = staffOf(portal);

const { dealIdOf, pathOf, dealOf: shown, calcOf, editCalc } = pdfDesk(portal);
const dealIn = (answer: Answer) => answer.body.deal as Deal;
const atTheDesk = async (name: string): Promise<AdminDeal> => {
  const { deals } = await staff.contact(portal.as(name).contactId);
  return deals.find(({ id }) => id === dealIdOf(name)) as AdminDeal;
};

const statusInList = async (name: string) => {
  const { contact } = (await portal.as(name).get('/api/contacts/verify')).body as { contact: Contact };
  return contact.deals.find(({ id }) => id === dealIdOf(name))?.status;
};

describe('J1 an offer is one version', () => {
  test.each([
    ['modules', 'bram', { [MODULES]: '8' }, { field: MODULES, quoted: '6', now: '8' }],
    ['a cleared number of modules', 'bram', { [MODULES]: null }, { field: MODULES, quoted: '6', now: null }],
    ['distance', 'bram', { [DISTANCE]: '30' }, { field: DISTANCE, quoted: '12', now: '30' }],
    ['installation', 'bram', { [OWN_INSTALLATION]: '1' }, { field: OWN_INSTALLATION, quoted: null, now: '1' }],
    ['the inverter', 'karel', { gaikan_saltion_fixed_inverter_kw: 'none' }, { now: 'none', quoted: null }],
    ['the power of the inverter', 'hanna', { gaikan_saltion_fixed_inverter_kw: '20' }, { quoted: '10', now: '20' }],
    ['E4 a discount', 'bram', { gaikan_discount: 1500 }, { field: 'gaikan_discount', quoted: null, now: 1500 }],
    ['a cleared version', 'bram', { gaikan_deal_version: null }, { field: VERSION, quoted: '2', now: null }],
    ['the discount', 'fatima', { gaikan_discount: 750 }, { field: 'gaikan_discount', quoted: 500, now: 750 }],
  ])(
    '%s that sales ops change close an offer that an earlier version of the portal calculated',
    async (_, name, edit, difference) => {
      await portal.salesOps('Deals', dealIdOf(name), edit);
      const deal = await shown(name);
      expect(deal).toMatchObject({ quoteArea: 'incomplete', isOutdated: true });
      expect(await statusInList(name)).toBe('preparing');
      for (const body of [{ survey1_approve_clicked: true }, { gaikan_signature_plain: 'Bram' }]) {
        const refused = await portal
          .as(name)
          .post(`${pathOf(name)}/approve`, { ...body, fingerprint: deal.fingerprint });
        expect([refused.status, refused.body.error]).toEqual([409, 'quote_incomplete']);
      }
      expect((await atTheDesk(name)).differences).toEqual([expect.objectContaining(difference)]);
    },
  );

  test('a calculation of the portal holds its inputs: an edit of any of them closes it, and calculating opens it', async () => {
    const bram = portal.as('bram');
    await bram.put(pathOf('bram'), { props: { [DISTANCE]: '4' } });
    expect((await shown('bram')).survey1_calc?.inputs).toMatchObject({ [MODULES]: '6', [DISTANCE]: '4' });
    // Within the included metres, so that the rows stay the same.
    await portal.salesOps('Deals', dealIdOf('bram'), { [DISTANCE]: '3' });
    expect(await shown('bram')).toMatchObject({ quoteArea: 'incomplete', isOutdated: true });
    const answer = await staff.act({ action: 'calc', ...subjectOf(portal, 'bram') });
    expect(answer.status).toBe(200);
    expect(await shown('bram')).toMatchObject({ quoteArea: 'approve', isOutdated: false });
    expect((await atTheDesk('bram')).differences).toEqual([]);
  });

  test('after an edit of a field that holds no concession, the customer’s next answer calculates the offer again', async () => {
    const bram = portal.as('bram');
    await bram.put(pathOf('bram'), { props: { [DISTANCE]: '4' } });
    await portal.salesOps('Deals', dealIdOf('bram'), { [DISTANCE]: '9' });
    expect(await shown('bram')).toMatchObject({ quoteArea: 'incomplete', isFixed: false });
    expect((await bram.put(pathOf('bram'), { props: { [MODULES]: '8' } })).status).toBe(200);
    const { quoteArea, survey1_calc: calc } = await shown('bram');
    expect([quoteArea, calc?.inputs]).toMatchObject(['approve', { [MODULES]: '8', [DISTANCE]: '9' }]);
  });

  test.each([
    ['a number with a leading zero', { [MODULES]: '06' }],
    ['an empty text instead of null', { [OWN_INSTALLATION]: '', gaikan_saltion_fixed_inverter_kw: '' }],
    ['a discount of 0, with a reason', { gaikan_discount: 0, gaikan_discount_reason: 'Actie' }],
  ])('%s means the same as before, and closes nothing', async (_, edit) => {
    await portal.as('bram').put(pathOf('bram'), { props: { [DISTANCE]: '11' } });
    await portal.salesOps('Deals', dealIdOf('bram'), edit);
    expect(await shown('bram')).toMatchObject({ quoteArea: 'approve', isOutdated: false });
  });

  type Edited = { output: { products: { type: string; amount: number; pricePer: number; priceTotal: number }[] } };
  /** A calc with this amount in a row. Its rows and its totals add up. */
  function withRow({ output, ...calc }: Edited, type: string, amount: number) {
    const products = output.products.map((row) =>
      row.type === type ? { ...row, amount, priceTotal: amount * row.pricePer } : row,
    );
    const sum = products.reduce((cents, { priceTotal }) => cents + Math.round(priceTotal * 100), 0);
    const vat = Math.round(sum * 0.21);
    const priceCalc = { productUnitPriceSum: sum / 100, vat: vat / 100, finalInclVat: (sum + vat) / 100 };
    return { ...calc, output: { products }, priceCalc };
  }
  const ofOtherVersion = (calc: { quote?: object }) => ({
    ...calc,
    quote: { ...calc.quote, products: [{ id: null, Product_Name: 'Batterij', Unit_Price: 100 }] },
    priceCalc: { productUnitPriceSum: 100, vat: 21, finalInclVat: 121 },
  });
  const withModules = (calc: Edited, amount: number) => ({
    ...withRow(calc, 'battery_module', amount),
    module: { num_modules: amount, kwh: amount * 5.7 },
  });

  /** A second row of modules, which costs nothing. */
  const withFreeModules = ({ output: { products }, ...calc }: Edited) => ({
    ...calc,
    output: { products: [...products, { ...products[0], amount: 9, pricePer: 0, priceTotal: 0 }] },
  });

  test.each([
    ['has a second row of modules', withFreeModules, {}],
    ['names other modules than its rows', (calc: Edited) => ({ ...calc, module: { num_modules: 15, kwh: 85.5 } }), {}],
    ['has rows of another number of modules than its inputs', (calc: Edited) => withModules(calc, 1), {}],
    ['no longer holds inputs', (calc: Edited) => ({ ...calc, inputs: {} }), { [MODULES]: '15' }],
    ['belongs to an unknown version', ofOtherVersion, { gaikan_deal_version: '3', [MODULES]: '15' }],
  ])('an offer is closed if somebody edited its calculation in the CRM so that it %s', async (_, edited, fields) => {
    await portal.as('bram').put(pathOf('bram'), { props: { [DISTANCE]: '11' } });
    const survey1_calc = JSON.stringify(edited(await calcOf('bram')));
    await portal.salesOps('Deals', dealIdOf('bram'), { survey1_calc, ...fields });
    expect((await shown('bram')).quoteArea).toBe('incomplete');
  });

  test('a discount that is too large to be an amount is not left out of the sum', async () => {
    const priceCalc = { productUnitPriceSum: 12825, vat: 2693.25, finalInclVat: 15518.25 };
    await editCalc('carla', (calc) => Object.assign(calc, { priceCalc }), { gaikan_discount: 2_000_000_000 });
    expect((await shown('carla')).quoteArea).toBe('incomplete');
  });

  test('the default distance counts as an answer: the first calculation is made with it', async () => {
    await portal.as('anna').put(pathOf('anna'), { props: { [MODULES]: '6' } });
    const deal = dealIn(await portal.as('anna').put(pathOf('anna'), { props: { [DISTANCE]: '1' } }));
    expect(deal.survey1_calc?.inputs).toMatchObject({ [MODULES]: '6', [DISTANCE]: '1' });
  });

  test('"Uw keuze:" follows the rows, whatever the deal says now', async () => {
    await portal.salesOps('Deals', dealIdOf('bram'), { [OWN_INSTALLATION]: '1' });
    const texts = (await shown('bram')).quote.highlights.map(({ text }) => text);
    expect(texts).toContain('Volledige installatie');
  });

  test('another number of included metres in the portal file closes no open offer: its own number counts, and an edited row of cable is noticed', async () => {
    const own = await ownPortal();
    const { pathOf, dealOf, dealIdOf, calcOf } = pdfDesk(own);
    const bram = own.as('bram');
    await bram.put(pathOf('bram'), { props: { [DISTANCE]: '8' } });
    const { fingerprint, survey1_calc } = await dealOf('bram');
    expect(survey1_calc?.output.products).toContainEqual(expect.objectContaining({ type: 'cable', amount: 3 }));
    const edited = withRow(await calcOf('bram'), 'cable', 4);
    for (const includedMetres of [10, 3]) {
      await own.restart({ PORTAL_FILE: portalFileWith({ includedMetres }) });
      expect(await dealOf('bram')).toMatchObject({ quoteArea: 'approve', isOutdated: false, fingerprint });
      const { deals } = await staffOf(own).contact(bram.contactId);
      expect(deals.find(({ id }) => id === dealIdOf('bram'))?.differences).toEqual([]);
    }
    await bram.post(`${pathOf('bram')}/approve`, { survey1_approve_clicked: true, fingerprint });
    const body = { gaikan_signature_plain: 'Bram', fingerprint };
    const signed = dealIn(await bram.post(`${pathOf('bram')}/approve`, body));
    expect([signed.quoteArea, signed.quote.totals]).toEqual(['signed', survey1_calc?.priceCalc]);

    // The second as the portal stored it before it kept the metres.
    await own.restart();
    for (const calc of [edited, { ...edited, includedMetres: undefined }]) {
      await own.reset();
      await own.salesOps('Deals', dealIdOf('bram'), { survey1_calc: JSON.stringify(calc), [DISTANCE]: '8' });
      expect(await dealOf('bram')).toMatchObject({ quoteArea: 'incomplete', isOutdated: true });
    }
  });

  test('a manual quote is not closed by a change of its inputs', async () => {
    await portal.salesOps('Deals', dealIdOf('gerrit'), { [MODULES]: '8', [DISTANCE]: '60' });
    expect(await shown('gerrit')).toMatchObject({ quoteArea: 'approve', isOutdated: false });
  });
});

describe('J2 a colleague grants a discount for one offer only', () => {
  test('the discount for fifteen modules cannot be taken to one module', async () => {
    const bram = portal.as('bram');
    const act = (body: object) => staff.act({ ...subjectOf(portal, 'bram'), ...body });
    await act({ action: 'set-battery-module-num', value: 15 });
    await act({ action: 'set-deal-property', name: DISTANCE, value: '60' });
    await act({ action: 'discount', value: 6000, value2: 'Actie 15 modules' });
    const before = await portal.record('Deals', dealIdOf('bram'));
    const refused = await bram.put(pathOf('bram'), { props: { [MODULES]: '1', [DISTANCE]: '1' } });
    expect([refused.status, refused.body.error]).toEqual([409, 'quote_fixed']);
    expect(dealIn(refused)).toMatchObject({ quoteArea: 'approve', isFixed: true });
    expect(await portal.record('Deals', dealIdOf('bram'))).toEqual(before);
  });

  test.each([
    ['a discount and own installation', 'fatima'],
    ['an inverter that was chosen for it, not released', 'hanna'],
    ['the older format', 'carla'],
    ['a quote by hand', 'gerrit'],
  ])('%s: a change of the price is refused whole, other answers are kept', async (_, name) => {
    const customer = portal.as(name);
    const mixed = { survey1_number_of_panels: '33', [MODULES]: '2' };
    const refused = await customer.put(pathOf(name), { props: mixed });
    expect([refused.status, refused.body.error]).toEqual([409, 'quote_fixed']);
    expect((await portal.record('Deals', dealIdOf(name))).survey1_number_of_panels).not.toBe('33');
    const kept = await customer.put(pathOf(name), { props: { survey1_number_of_panels: '33' } });
    expect(kept.status).toBe(200);
    const held = await portal.record('Deals', dealIdOf(name));
    const same = { [MODULES]: held[MODULES] ?? undefined, [DISTANCE]: String(held[DISTANCE]) };
    expect((await customer.put(pathOf(name), { props: same })).status).toBe(200);
  });

  const anOffer = { [MODULES]: '3', [DISTANCE]: '4' };
  test.each([
    ['the discount', 'fatima', { gaikan_discount: null }],
    ['the inverter that was chosen for it', 'hanna', { gaikan_saltion_fixed_inverter_kw: null }],
    ['own installation', 'fatima', { [OWN_INSTALLATION]: null }],
    ['the mark of a quote by hand', 'gerrit', { survey1_no_calc: false, [MODULES]: '5' }],
  ])('if somebody empties %s, the customer can only request a change of the price', async (_, name, edit) => {
    if (name === 'hanna') {
      await staff.act({ action: 'set-fixed-inverter-kwh', value: '15', ...subjectOf(portal, name) });
    }
    await portal.salesOps('Deals', dealIdOf(name), edit);
    const before = await portal.record('Deals', dealIdOf(name));
    expect(await shown(name)).toMatchObject({ quoteArea: 'incomplete', isFixed: true });
    const refused = await portal.as(name).put(pathOf(name), { props: anOffer });
    expect([refused.status, refused.body.error]).toEqual([409, 'quote_fixed']);
    expect(await portal.record('Deals', dealIdOf(name))).toEqual(before);
    expect((await portal.as(name).post(`${pathOf(name)}/wish`, { props: anOffer })).status).toBe(200);
  });

  test('an answer that means the same does not calculate a fixed offer again', async () => {
    await portal.salesOps('Deals', dealIdOf('fatima'), { [MODULES]: '08', gaikan_discount: null });
    const { survey1_calc, Amount } = await portal.record('Deals', dealIdOf('fatima'));
    expect((await portal.as('fatima').put(pathOf('fatima'), { props: { [MODULES]: '8' } })).status).toBe(200);
    expect(await portal.record('Deals', dealIdOf('fatima'))).toMatchObject({ survey1_calc, Amount });
  });

  test('a discount that was in the CRM before the quote is checked by a colleague before anybody signs', async () => {
    const anna = portal.as('anna');
    await portal.salesOps('Deals', dealIdOf('anna'), { gaikan_discount: 6000, survey1_client_visible: true });
    await anna.put(pathOf('anna'), { props: { [MODULES]: '1', [DISTANCE]: '1' } });
    expect(await shown('anna')).toMatchObject({ quoteArea: 'closed', isFixed: true });
    expect((await staff.act({ action: 'approve', ...subjectOf(portal, 'anna') })).status).toBe(200);
    expect((await shown('anna')).quoteArea).toBe('approve');
  });

  test('a requested change leaves a note and a task for the owner, once, and changes nothing', async () => {
    const fatima = portal.as('fatima');
    const before = await portal.record('Deals', dealIdOf('fatima'));
    const body = { props: { [MODULES]: '10', [DISTANCE]: '20' }, text: 'Er komt een warmtepomp bij.\nModules: 8 → 1' };
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (let press = 0; press < 2; press += 1) {
      const answer = await fatima.post(`${pathOf('fatima')}/wish`, body, key);
      expect([answer.status, answer.body]).toEqual([200, { result: true }]);
    }
    const notes = await portal.related('Deals', dealIdOf('fatima'), 'Notes', 'Note_Title,Note_Content');
    expect(notes).toHaveLength(1);
    expect(notes[0]?.Note_Title).toMatch(/^Wens over offerte [0-9A-F]{4}-[0-9A-F]{4}$/);
    expect(notes[0]?.Note_Content).toContain(
      'Modules: 8 → 10\nAfstand tot de meterkast (m): 9 → 20\nToelichting: Er komt',
    );
    expect(notes[0]?.Note_Content).toContain('\n> Modules: 8 → 1\n');
    const tasks = await portal.related('Deals', dealIdOf('fatima'), 'Tasks', 'Subject,Description,Owner');
    expect(tasks).toEqual([expect.objectContaining({ Owner: before.Owner })]);
    expect(await portal.record('Deals', dealIdOf('fatima'))).toEqual(before);
    expect((await shown('fatima')).quoteArea).toBe('approve');

    const { body: atDesk } = await staff.get(`${ADMIN}/contacts/${portal.as('fatima').contactId}/timeline`);
    const wish = { inputs: { [MODULES]: '10', [DISTANCE]: '20' } };
    expect(atDesk).toMatchObject({ result: { wishes: { [dealIdOf('fatima')]: wish } } });
    const granted = await staff.act({
      action: 'set-answers',
      ...subjectOf(portal, 'fatima'),
      properties: { [MODULES]: '10', [DISTANCE]: '20' },
    });
    expect(granted.status).toBe(200);
    expect((await shown('fatima')).survey1_calc?.module?.num_modules).toBe(10);
  });

  test.each([
    ['a plain offer', 'bram', { props: { [MODULES]: '8' } }, 409, 'conflict'],
    ['a signed one', 'daan', { props: { [MODULES]: '8' } }, 409, 'already_signed'],
    ['nothing', 'fatima', { props: {} }, 422, 'field_invalid'],
    ['nothing that differs', 'fatima', { props: { [MODULES]: '8' } }, 422, 'field_invalid'],
    ['another field', 'fatima', { props: { gaikan_discount: '9' } }, 422, 'field_not_allowed'],
  ])('a requested change of %s is refused, and leaves no note', async (_, name, body, status, error) => {
    const answer = await portal.as(name).post(`${pathOf(name)}/wish`, body);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
    const notes = await portal.related('Deals', dealIdOf(name), 'Notes', 'Note_Title');
    expect(notes.filter(({ Note_Title }) => String(Note_Title).startsWith('Wens'))).toEqual([]);
  });

  test('prices that rose before a customer changes an answer are shown with the new quote', async () => {
    const bram = portal.as('bram');
    const before = (await shown('bram')).quote.totals.finalInclVat;
    await portal.editProduct('BM-06', { Unit_Price: 2745.5 });
    clock.offsetMs += 3_600_000;
    const after = dealIn(await bram.put(pathOf('bram'), { props: { [DISTANCE]: '11' } }));
    // Six modules, each € 200 dearer, with 21 % btw.
    expect(after.survey1_calc?.priceRise).toEqual({ before, now: Number(before) + 1452 });
    expect((await shown('bram')).survey1_calc?.priceRise).toEqual(after.survey1_calc?.priceRise);
    const refused = await bram.post(`${pathOf('bram')}/approve`, { gaikan_signature_plain: 'Bram' });
    expect(refused.status).toBe(409);
    await portal.editProduct('BM-06', { Unit_Price: 2545.5 });
    clock.offsetMs += 3_600_000;
    const fallen = dealIn(await bram.put(pathOf('bram'), { props: { [DISTANCE]: '12' } }));
    expect([fallen.quote.totals.finalInclVat, fallen.survey1_calc?.priceRise]).toEqual([before, undefined]);
  });

  test('a change at unchanged prices shows no rise', async () => {
    clock.offsetMs += 3_600_000;
    const after = dealIn(await portal.as('bram').put(pathOf('bram'), { props: { [DISTANCE]: '30' } }));
    expect(after.survey1_calc?.priceRise).toBeUndefined();
  });
});
