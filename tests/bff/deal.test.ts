import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Contact } from '../../bff/view-models/contact.ts';
import type { Deal } from '../../bff/view-models/deal.ts';
import { type Answer, type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterEach(() => portal.reset());
afterAll(() => portal.close());

const dealOf = (answer: Answer) => answer.body.deal as Deal;
const PRODUCT_FIELDS = 'Product_Category,Product_Active,Unit_Price,gaikan_num_modules,gaikan_kw';
const pathOf = (name: string, index = 0) => `/api/contacts/deals/${portal.as(name).dealIds[index]}`;

describe('§2.5, F7 the quote area of every person in the sandbox', () => {
  test.each([
    ['anna', 'none'],
    ['bram', 'approve'],
    ['carla', 'approve'],
    ['daan', 'signed'],
    ['eva', 'signed'],
    ['gerrit', 'approve'],
    ['hanna', 'closed'],
    ['ivo', 'none'],
    ['karel', 'approve'],
    ['lotte', 'none'],
  ])('%s: %s', async (name, area) => {
    const answer = await portal.as(name).get(pathOf(name));
    expect(answer.status).toBe(200);
    expect(dealOf(answer).quoteArea).toBe(area);
    expect(dealOf(answer).kenmerk).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  });
});

describe('A4 the list of deals says of each what its page says', () => {
  const DRAWN = `data:image/png;base64,${'A'.repeat(40)}`;

  test.each([
    ['bram', {}, 'ready'],
    ['carla', {}, 'ready'],
    ['anna', {}, 'survey'],
    ['hanna', {}, 'preparing'],
    ['bram', { Stage: 'Closed Won' }, 'ready'],
    ['bram', { survey1_signature: DRAWN }, 'signed'],
    ['bram', { survey1_calc: 'no figures' }, 'preparing'],
    ['anna', { survey1_client_visible: true }, 'survey'],
  ])('%s %j: %s', async (name, edit, status) => {
    const customer = portal.as(name);
    await portal.salesOps('Deals', customer.dealIds[0] ?? '', edit);
    const list = (await customer.get('/api/contacts/verify')).body.contact as Contact;
    const deal = dealOf(await customer.get(pathOf(name)));
    expect([list.deals[0]?.status, deal.status]).toEqual([status, status]);
    expect(deal.quoteArea === 'signed').toBe(status === 'signed');
    expect(deal.quoteArea === 'approve').toBe(status === 'ready');
  });
});

describe("B3 another contact's deal", () => {
  test('is 404 on every route and method, as one that does not exist, and nothing is written', async () => {
    const anna = portal.as('anna');
    const foreign = portal.as('bram').dealIds[0] ?? '';
    const before = await portal.record('Deals', foreign);
    const bodies = new Set<string>();
    const calls = await portal.crmCallsOf(async () => {
      for (const id of [foreign, '415086800000099999']) {
        const answers = await Promise.all([
          anna.get(`/api/contacts/deals/${id}`),
          anna.put(`/api/contacts/deals/${id}`, { props: { survey_1_has_solar_panels: true } }),
          anna.post(`/api/contacts/deals/${id}`, { props: { survey_1_has_solar_panels: true } }),
          anna.put('/api/contacts/deals/', { id, survey_1_has_solar_panels: true }),
          anna.post(`/api/contacts/deals/${id}/approve`, { survey1_approve_clicked: true }),
          anna.post(`/api/contacts/deals/${id}/approve`, { gaikan_signature_plain: 'Anna' }),
          anna.post(`/api/contacts/deals/${id}/viewed`, {}),
        ]);
        for (const { status, body } of answers) {
          expect(status).toBe(404);
          bodies.add(JSON.stringify({ ...body, requestId: '' }));
        }
      }
    });
    expect(bodies.size).toBe(1);
    expect(calls.filter(({ path }) => !path.includes('/coql'))).toEqual([]);
    expect(await portal.record('Deals', foreign)).toEqual(before);
  });
});

describe('§7.2 update deal', () => {
  const MODULES = 'gaikan_saltion_battery_modules';
  const DISTANCE = 'survey1_battery_box_distance_m';

  test.each([
    ['PUT /deals/{id} {props}', 'PUT', '', (_: string, props: object) => ({ props })],
    ['POST /deals/{id} {props}', 'POST', '', (_: string, props: object) => ({ props })],
    ['PUT /deals/ with the deal', 'PUT', '/', (id: string, props: object) => ({ id, ...props })],
  ])('%s saves, and the answer holds the deal as it is now', async (_, method, path, body) => {
    const anna = portal.as('anna');
    const id = anna.dealIds[0] ?? '';
    const props = { survey_1_has_solar_panels: true, survey1_number_of_panels: '12', survey1_panels_age: '3-4' };
    const url = path === '/' ? '/api/contacts/deals/' : `/api/contacts/deals/${id}`;
    const answer = await portal.call(method, url, { hash: anna.hash, body: body(id, props) });
    expect(answer.status).toBe(200);
    expect(dealOf(answer)).toMatchObject(props);
    expect(await portal.record('Deals', id)).toMatchObject(props);
  });

  test('E1–E7 anna with 6 modules and 8 m: the figures from the CRM products, in calc, Amount and answer', async () => {
    const anna = portal.as('anna');
    const id = anna.dealIds[0] ?? '';
    await anna.put(pathOf('anna'), { props: { [MODULES]: '6' } });
    expect(await portal.record('Deals', id)).toMatchObject({ survey1_calc: null, Amount: null });
    const answer = await anna.put(pathOf('anna'), { props: { [DISTANCE]: '8' } });

    const expected = await expectedFromProducts(6, 8);
    const stored = await portal.record('Deals', id);
    expect(stored.survey1_calc_complete).toBe(true);
    expect(stored.Amount).toBe(expected.finalInclVat);
    const calc = JSON.parse(String(stored.survey1_calc));
    expect(calc.priceCalc).toEqual(expected);
    expect(dealOf(answer).survey1_calc).toEqual(calc);
    expect(dealOf(answer)).toMatchObject({ quoteArea: 'closed', survey1_calc_complete: true });
  });

  /** The rules E1–E3 and E6 once more, by hand, from the sandbox's own products. */
  async function expectedFromProducts(modules: number, metres: number) {
    const products = await portal.records('Products', PRODUCT_FIELDS);
    const active = products.filter((p) => p.Product_Active === true);
    const price = (category: string, fits: (p: Record<string, unknown>) => boolean = () => true) =>
      Math.round(Number(active.find((p) => p.Product_Category === category && fits(p))?.Unit_Price) * 100);
    const module = active.find(
      (p) => p.Product_Category === 'battery_module' && Number(p.gaikan_num_modules) === modules,
    );
    const needed = modules * Number(module?.gaikan_kw);
    const strongEnough = active
      .filter((p) => p.Product_Category === 'inverter' && Number(p.gaikan_kw) >= needed - 1e-9)
      .sort((a, b) => Number(a.gaikan_kw) - Number(b.gaikan_kw))[0];
    const sum =
      price('battery_module', (p) => p.id === module?.id) * modules +
      price('inverter', (p) => p.id === strongEnough?.id) +
      price('installation') +
      price('cable') * (metres - 5);
    const vat = Math.floor((sum * 21 + 50) / 100);
    return { productUnitPriceSum: sum / 100, vat: vat / 100, finalInclVat: (sum + vat) / 100 };
  }

  test('E7 bram chooses again: quote, Amount and fingerprint follow in the same answer', async () => {
    const bram = portal.as('bram');
    const before = dealOf(await bram.get(pathOf('bram')));
    const after = dealOf(await bram.put(pathOf('bram'), { props: { [MODULES]: '8' } }));
    expect(after.survey1_calc?.module).toEqual({ num_modules: 8, kwh: 45.6 });
    expect(after.fingerprint).not.toBe(before.fingerprint);
    const { Amount } = await portal.record('Deals', after.id);
    expect(Amount).toBe(after.survey1_calc?.priceCalc.finalInclVat);
  });

  test('F2 a quote calculated anew takes an earlier approval back', async () => {
    const bram = portal.as('bram');
    await bram.post(`${pathOf('bram')}/approve`, { survey1_approve_clicked: true });
    const after = dealOf(await bram.put(pathOf('bram'), { props: { [MODULES]: '8' } }));
    expect(after.survey1_approve_clicked).toBe(false);
    const { status } = await bram.post(`${pathOf('bram')}/approve`, { gaikan_signature_plain: 'Bram' });
    expect(status).toBe(409);
  });

  test('E4 a discount that sales ops set on the deal makes the quote incomplete until it is calculated', async () => {
    await portal.salesOps('Deals', portal.as('bram').dealIds[0] ?? '', { gaikan_discount: 1500 });
    expect(dealOf(await portal.as('bram').get(pathOf('bram'))).quoteArea).toBe('incomplete');
  });

  test('E7 a manual quote is not recomputed', async () => {
    const gerrit = portal.as('gerrit');
    const before = await portal.record('Deals', gerrit.dealIds[0] ?? '');
    await gerrit.put(pathOf('gerrit'), { props: { [MODULES]: '3', [DISTANCE]: '9' } });
    const after = await portal.record('Deals', gerrit.dealIds[0] ?? '');
    expect(after).toMatchObject({ [MODULES]: '3', survey1_calc: before.survey1_calc, Amount: before.Amount });
  });

  test('E8 a missing price: stored, shown as incomplete, and nothing to approve', async () => {
    const priceless = await startPortal({}, async ({ records, salesOps }) => {
      const products = await records('Products', PRODUCT_FIELDS);
      const installation = products.find((p) => p.Product_Category === 'installation' && p.Product_Active === true);
      await salesOps('Products', String(installation?.id), { Unit_Price: null });
    });
    const anna = priceless.as('anna');
    const id = anna.dealIds[0] ?? '';
    await priceless.salesOps('Deals', id, { survey1_client_visible: true });
    const answer = await anna.put(`/api/contacts/deals/${id}`, { props: { [MODULES]: '6', [DISTANCE]: '8' } });
    expect(dealOf(answer)).toMatchObject({ quoteArea: 'incomplete', survey1_calc_complete: false });
    expect(await priceless.record('Deals', id)).toMatchObject({ Amount: null });
    const { status, body } = await anna.post(`/api/contacts/deals/${id}/approve`, { survey1_approve_clicked: true });
    expect([status, body.error]).toEqual([409, 'quote_incomplete']);
    await priceless.close();
  });

  test('C4 "L" has no price: no calculation, and one task for the owner however often it is sent', async () => {
    const anna = portal.as('anna');
    const id = anna.dealIds[0] ?? '';
    await anna.put(pathOf('anna'), { props: { [DISTANCE]: '4' } });
    for (const size of ['L', '6', 'L']) await anna.put(pathOf('anna'), { props: { [MODULES]: size } });
    const deal = await portal.record('Deals', id);
    expect(deal).toMatchObject({ [MODULES]: 'L', survey1_calc: null, Amount: null });
    expect(deal.survey1_calc_complete).not.toBe(true);
    const tasks = await portal.related('Deals', id, 'Tasks', 'Subject,Owner');
    expect(tasks).toHaveLength(1);
    expect(tasks[0]?.Owner).toMatchObject({ id: (deal.Owner as { id: string }).id });
  });

  test('B3 a field outside the five is 422, named, and costs no CRM call', async () => {
    const anna = portal.as('anna');
    const fields = [
      'Stage',
      'Amount',
      'Owner',
      'survey1_client_visible',
      'gaikan_discount',
      'survey1_calc',
      'survey1_hash',
    ];
    const calls = await portal.crmCallsOf(async () => {
      for (const field of fields) {
        for (const answer of [
          await anna.put(pathOf('anna'), { props: { survey_1_has_solar_panels: true, [field]: 'x' } }),
          await anna.put('/api/contacts/deals/', { id: anna.dealIds[0], survey_1_has_solar_panels: true, [field]: 1 }),
        ]) {
          expect(answer.status).toBe(422);
          expect(answer.body).toMatchObject({ error: 'field_not_allowed', fields: { [field]: expect.any(String) } });
        }
      }
    });
    expect(calls).toEqual([]);
  });

  test.each([
    [MODULES, ['0', '16', '1.5', 'l', 6, null, ['6']]],
    [DISTANCE, ['0', '1000', '-1', '1e2', 1.5, 0, true]],
    ['survey1_number_of_panels', ['0', '10000', 'twaalf', '']],
    ['survey1_panels_age', ['', '6', '1 tot 2 jaar']],
    ['survey_1_has_solar_panels', ['true', 1, null]],
  ])('§5, C3 %s refuses what does not fit', async (field, values) => {
    const calls = await portal.crmCallsOf(async () => {
      for (const value of values) {
        const { status, body } = await portal.as('anna').put(pathOf('anna'), { props: { [field]: value } });
        expect([status, body.error, Object.keys(body.fields as object)]).toEqual([422, 'field_invalid', [field]]);
      }
    });
    expect(calls).toEqual([]);
  });

  test('C3 240 panels and a distance as a number are taken', async () => {
    const props = { survey1_number_of_panels: '240', [DISTANCE]: 12 };
    const answer = await portal.as('anna').put(pathOf('anna'), { props });
    expect(dealOf(answer)).toMatchObject({ survey1_number_of_panels: '240', [DISTANCE]: '12' });
  });

  test('E10 a signed deal accepts no answers', async () => {
    const daan = portal.as('daan');
    const before = await portal.record('Deals', daan.dealIds[0] ?? '');
    const { status, body } = await daan.put(pathOf('daan'), { props: { [MODULES]: '2' } });
    expect([status, body.error]).toEqual([409, 'already_signed']);
    expect(await portal.record('Deals', daan.dealIds[0] ?? '')).toEqual(before);
  });
});

describe('F5 viewed', () => {
  test('moves Available For Customer to Viewed, once, and no other stage', async () => {
    const bram = portal.as('bram');
    const stage = async (name: string) => (await portal.record('Deals', portal.as(name).dealIds[0] ?? '')).Stage;
    expect(await stage('bram')).toBe('Available For Customer');
    await bram.get(pathOf('bram'));
    expect(await stage('bram')).toBe('Available For Customer');
    expect((await bram.post(`${pathOf('bram')}/viewed`, {})).status).toBe(200);
    expect(await stage('bram')).toBe('Viewed');
    const calls = await portal.crmCallsOf(() => bram.post(`${pathOf('bram')}/viewed`));
    expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
    await portal.as('daan').post(`${pathOf('daan')}/viewed`, {});
    expect(await stage('daan')).toBe('Closed Won');
  });
});

describe('B6 preview', () => {
  test('reads work, every write is 403 and writes nothing', async () => {
    const bram = portal.as('bram');
    const preview = { 'x-preview': '1' };
    const before = await portal.record('Deals', bram.dealIds[0] ?? '');
    const call = (method: string, path: string, body?: unknown) =>
      portal.call(method, path, { hash: bram.hash, headers: preview, ...(body !== undefined && { body }) });
    expect((await call('GET', pathOf('bram'))).status).toBe(200);
    const writes = await Promise.all([
      call('PUT', pathOf('bram'), { props: { survey_1_has_solar_panels: true } }),
      call('POST', `${pathOf('bram')}/approve`, { survey1_approve_clicked: true }),
      call('POST', `${pathOf('bram')}/viewed`, {}),
      call('POST', '/api/contacts/contactDetails', { properties: { Phone: '06' } }),
    ]);
    expect(writes.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await portal.record('Deals', bram.dealIds[0] ?? '')).toEqual(before);
  });
});

describe('A4 what sales ops can break', () => {
  test('broken JSON in survey1_calc: the customer reads that it is incomplete, and nothing can be signed', async () => {
    const bram = portal.as('bram');
    await portal.salesOps('Deals', bram.dealIds[0] ?? '', { survey1_calc: '{"output":' });
    const deal = dealOf(await bram.get(pathOf('bram')));
    expect(deal).toMatchObject({ quoteArea: 'incomplete', survey1_calc: null });
    const { status, body } = await bram.post(`${pathOf('bram')}/approve`, { survey1_approve_clicked: true });
    expect([status, body.error]).toEqual([409, 'quote_incomplete']);
  });

  test('a total that does not add up is never offered to sign', async () => {
    const bram = portal.as('bram');
    const { survey1_calc } = await portal.record('Deals', bram.dealIds[0] ?? '');
    const calc = JSON.parse(String(survey1_calc));
    calc.priceCalc.finalInclVat -= 100;
    await portal.salesOps('Deals', bram.dealIds[0] ?? '', { survey1_calc: JSON.stringify(calc) });
    expect(dealOf(await bram.get(pathOf('bram'))).quoteArea).toBe('incomplete');
  });

  test('a CRM whose untouched checkboxes read "no": the solar question is open until something is answered', async () => {
    const anna = portal.as('anna');
    const unticked = {
      survey_1_has_solar_panels: false,
      survey1_calc_complete: false,
      survey1_no_calc: false,
      survey1_client_visible: false,
    };
    await portal.salesOps('Deals', anna.dealIds[0] ?? '', unticked);
    const asked = async () => dealOf(await anna.get(pathOf('anna'))).survey_1_has_solar_panels;
    expect(await asked()).toBeNull();
    await anna.put(pathOf('anna'), {
      props: { survey_1_has_solar_panels: false, gaikan_saltion_battery_modules: '3' },
    });
    expect(await asked()).toBe(false);
  });

  test('only a png or jpeg data URL is passed on as a drawn signature', async () => {
    const eva = portal.as('eva');
    expect(dealOf(await eva.get(pathOf('eva'))).survey1_signature).toMatch(/^data:image\/png;base64,/);
    const svg = 'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+';
    await portal.salesOps('Deals', eva.dealIds[0] ?? '', { survey1_signature: svg });
    expect(dealOf(await eva.get(pathOf('eva')))).toMatchObject({ survey1_signature: null, quoteArea: 'signed' });
  });
});
