import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { CALL_OUTCOMES } from '../../bff/view-models/call-outcomes.ts';
import { openPortal } from '../bff/own-portal.ts';
import { ADMIN_DIGEST, type Portal } from '../bff/portal.ts';
import { isWrite } from '../bff/sandbox-crm.ts';
import { ADMIN, staffOf, subjectOf } from '../bff/staff.ts';
import { ROOT } from '../house/sources.ts';
import { withoutCrmCalls, withoutWrites } from './crm-calls.ts';
import { registeredRoutes } from './registered-routes.ts';
import { ROUTES } from './route-matrix.ts';
import { LET_IN, REFUSED, VISITORS, visit } from './visitors.ts';

/** Limits are the subject of other tests. */
const ROOMY = { UNKNOWN_LINKS_PER_MINUTE: '10000', LINK_REQUESTS_PER_IP: '1000', TRUST_PROXY: '1' };

let portal: Portal;
const registered = await registeredRoutes(async () => {
  portal = await openPortal(ROOMY);
});
/** The portal of the visitors alone, because their wrong passwords count. */
const visited = await openPortal(ROOMY);
afterEach(() => portal.reset());

describe('security 02 every route × every visitor', () => {
  afterEach(() => visited.reset());

  test('security 02 the table has every registered route, and no other', () => {
    const isFile = (route: string) => existsSync(join(ROOT, 'web/dist', route.replace(/^\w+ /, '')));
    const open = registered.filter((route) => !route.startsWith('HEAD ') && (route === 'GET /*' || !isFile(route)));
    expect(open).toEqual(Object.keys(ROUTES).sort());
    // Built files can only be read, and HEAD is GET without its body.
    expect(registered.filter((route) => isFile(route) && !/^(GET|HEAD) /.test(route))).toEqual([]);
    const heads = registered.filter((route) => route.startsWith('HEAD '));
    expect(heads.filter((route) => !registered.includes(route.replace('HEAD', 'GET')))).toEqual([]);
  });

  test.each(Object.entries(VISITORS))('security 02 %s', async (visitor, headersOf) => {
    const about = visited.as('bram');
    const other = visited.as('karel');
    const headers = headersOf(visited);
    const calls = Object.entries(ROUTES).flatMap(([name, row]) => {
      const [method = ''] = name.split(' ');
      return (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((each) => [each, name, row] as const);
    });
    const visiting = () =>
      Promise.all(
        calls.map(async ([method, name, { audience, status = 200 }]) => {
          const answer = await visit(visited, name, headers, about, method);
          const isLetIn = LET_IN[audience].includes(visitor);
          const [refusal, error] = REFUSED[audience];
          expect([name, method, answer.status]).toEqual([name, method, isLetIn ? status : refusal]);
          if (method === 'HEAD') return expect(answer.text).toBe('');
          if (isLetIn) return;
          const { requestId, ...body } = JSON.parse(answer.text) as Record<string, unknown>;
          const result = error === 'unknown_link' ? { result: false } : {};
          expect([name, body]).toEqual([name, { error, message: 'request failed', ...result }]);
          expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
        }),
      );
    const writes = (await visited.crmCallsOf(visiting)).filter(isWrite);
    const touched = writes.map(({ path }) => path).join('\n');
    if (visitor === 'A') expect(touched).not.toMatch(new RegExp([other.contactId, ...other.dealIds].join('|')));
    else if (visitor === 'B') expect(touched).not.toMatch(new RegExp([about.contactId, ...about.dealIds].join('|')));
    else expect(writes).toEqual([]);
  });
});

test('security 01 a link gives no access to another customer’s deal: 404 on every call, and nothing is written', async () => {
  const names = ['anna', 'bram', 'carla', 'daan', 'eva', 'fatima', 'gerrit', 'hanna', 'ivo', 'karel', 'lotte'];
  const owners = Object.keys(ROUTES).filter((name) => ROUTES[name]?.audience === 'customer-of-deal');
  let tried = 0;
  await withoutWrites(portal, async () => {
    for (const name of ['anna', 'fatima', 'joke', 'daan']) {
      const headers = { 'x-survey-hash': portal.as(name).hash };
      const others = names.filter((each) => each !== name).map((each) => portal.as(each));
      const deals = others.flatMap((other) => other.dealIds.map((id) => ({ ...other, dealIds: [id] })));
      // A deal that does not exist gets the same answer.
      deals.push({ ...portal.as(name), dealIds: ['415086800000099999'] });
      await Promise.all(
        deals.flatMap((about) =>
          owners.map(async (route) => {
            const { status, text } = await visit(portal, route, headers, about);
            const { requestId: _, ...body } = JSON.parse(text) as Record<string, unknown>;
            expect([route, status, body]).toEqual([route, 404, { error: 'not_found', message: 'request failed' }]);
            tried += 1;
          }),
        ),
      );
    }
  });
  expect(tried).toBeGreaterThan(400);
});

test('decision B6 a preview may read; every write of it is refused without a CRM call', async () => {
  const bram = portal.as('bram');
  const headers = { 'x-survey-hash': bram.hash, 'x-preview': '1' };
  expect((await visit(portal, 'GET /api/contacts/deals/:id', headers, bram)).status).toBe(200);
  const isRead = (name: string) => name.startsWith('GET ') || /\/(verify|address)$/.test(name);
  const customers = Object.keys(ROUTES).filter(
    (name) => /^customer/.test(ROUTES[name]?.audience ?? '') && !isRead(name),
  );
  await withoutCrmCalls(portal, async () => {
    for (const name of customers) {
      const { status, text } = await visit(portal, name, headers, bram);
      expect([name, status, JSON.parse(text).error]).toEqual([name, 403, 'forbidden']);
    }
    const [path, body] = [
      `/api/contacts/deals/${bram.dealId}/approve?preview=1&preview=1`,
      { survey1_approve_clicked: true },
    ];
    expect((await bram.post(path, body)).body.error).toBe('forbidden');
  });
});

describe('security 03 a link is no password, and a password no link', () => {
  test('security 03 a link gives no access to calls of staff, a password none to calls of customers, and both together give no further access', async () => {
    const bram = portal.as('bram');
    const { dealId } = portal.as('carla');
    const both = { 'x-survey-hash': bram.hash, authorization: ADMIN_DIGEST };
    const wrong = { 'x-survey-hash': bram.hash, authorization: hash('sha256', 'a wrong one') };
    const statuses = async (headers: Record<string, string>) => [
      (await portal.call('GET', `/api/contacts/deals/${dealId}`, { headers })).status,
      (await portal.call('GET', '/api/contacts/verify', { headers })).status,
      (await portal.call('GET', '/api/admin/stats', { headers })).status,
    ];
    expect(await statuses(both)).toEqual([404, 200, 200]);
    expect(await statuses(wrong)).toEqual([404, 200, 401]);
    expect(await statuses({ authorization: bram.hash, 'x-survey-hash': ADMIN_DIGEST })).toEqual([404, 404, 401]);
  });
});

describe('security 06 a deal of another contact', () => {
  const ACTIONS: Record<string, object> = {
    ...Object.fromEntries(CALL_OUTCOMES.map((outcome) => [outcome, {}])),
    gaikan_call_later: { call_later_amount: 1, call_later_units: 'days' },
    'set-battery-module-num': { value: 8 },
    'set-fixed-inverter-kwh': { value: 'none' },
    'set-deal-property': { name: 'survey1_no_calc', value: true },
    'set-battery-size': { value: 40 },
    'upgrade-deal-version': {},
    survey1_no_calc: {},
    calc: {},
    sync_from_zoho: {},
    discount: { value: 10, value2: 'x' },
    note: { note: 'x' },
    // Colleagues of the call center; the contact is already Tom's.
    setOwner: { value: '4150868000000100002' },
  };

  test('security 06 every action on it is refused, and nothing is written', async () => {
    const { contactId } = subjectOf(portal, 'bram');
    const { dealId } = subjectOf(portal, 'carla');
    await withoutWrites(portal, async () => {
      for (const [action, fields] of Object.entries(ACTIONS)) {
        const { status, body } = await staffOf(portal).act({ action, contactId, dealId, ...fields });
        expect([action, status, body.error]).toEqual([action, 404, 'not_found']);
      }
    });
  });
});

describe('security 07 actions that the state of a deal does not allow', () => {
  const sign = { survey1_approve_clicked: true, gaikan_signature_plain: 'Iemand Anders' };
  const approve = { survey1_approve_clicked: true };
  const answers = { props: { survey1_battery_box_distance_m: '9' } };
  test.each([
    ['signing what staff has not released', 'hanna', '/approve', sign, 403, 'forbidden'],
    ['approving what staff has not released', 'hanna', '/approve', approve, 403, 'forbidden'],
    ['signing without a quote', 'anna', '/approve', sign, 409, 'quote_incomplete'],
    ['signing a quote that has to be made by hand', 'lotte', '/approve', sign, 409, 'quote_incomplete'],
    ['signing without approving', 'bram', '/approve', { gaikan_signature_plain: 'Bram' }, 409, 'conflict'],
    ['signing twice', 'daan', '/approve', sign, 409, 'already_signed'],
    ['signing by name over a drawn signature', 'eva', '/approve', sign, 409, 'already_signed'],
    ['approving after signing', 'daan', '/approve', approve, 409, 'already_signed'],
    ['answers after signing', 'daan', '', answers, 409, 'already_signed'],
    ['a question without a quote', 'anna', '/question', { text: 'x' }, 409, 'conflict'],
    ['a refusal without a quote', 'anna', '/decline', {}, 409, 'conflict'],
    ['a question after signing', 'daan', '/question', { text: 'x' }, 409, 'already_signed'],
    ['a refusal after signing', 'eva', '/decline', {}, 409, 'already_signed'],
    ['withdrawing from an unsigned quote', 'bram', '/withdraw', {}, 409, 'conflict'],
  ])('security 07 %s', async (_, name, suffix, body, status, error) => {
    const customer = portal.as(name);
    await withoutWrites(portal, async () => {
      const answer = await customer.post(`${customer.deal}${suffix}`, body);
      expect([answer.status, answer.body.error]).toEqual([status, error]);
    });
  });
});

describe('security 08 answers hold no more than is needed', () => {
  test('security 08 a customer gets the fields of the view model and nothing else', async () => {
    const fatima = portal.as('fatima');
    const verified = (await fatima.get('/api/contacts/verify')).body.contact as Record<string, unknown>;
    expect(Object.keys(verified).sort()).toEqual([
      'Email',
      'First_Name',
      'Full_Name',
      'Last_Name',
      'Mailing_City',
      'Mailing_Country',
      'Mailing_State',
      'Mailing_Street',
      'Mailing_Zip',
      'Phone',
      'deals',
      'id',
      'prices',
      'survey1_battery_box_distance_m',
      'survey1_number_of_panels',
      'survey1_panels_age',
      'survey1_preferred_battery_size',
      'survey_1_has_solar_panels',
    ]);
    const { deal } = (await fatima.get(fatima.deal)).body as { deal: object };
    const inner = [
      'Owner',
      'Amount',
      'Closing_Date',
      'Contact_Name',
      'Created_Time',
      'Modified_Time',
      'version',
      'Tag',
    ];
    expect(Object.keys(deal).filter((field) => inner.includes(field))).toEqual([]);
  });

  test('security 08 no answer to a customer says anything about staff, another customer or the CRM', async () => {
    const secrets = (await Promise.all(['anna', 'carla', 'eva'].map((name) => personal(name)))).flat();
    const notes = await portal.related('Contacts', portal.as('bram').contactId, 'Notes', 'Note_Content');
    const { Owner } = await portal.record('Deals', portal.as('bram').dealId);
    // The offer names its owner, without id or address; other colleagues stay unknown.
    const staff = [(Owner as { id: string }).id, 'Yusuf Aydin', 'Sanne de Wit', '@portaal'];
    const inner = [...notes.map(({ Note_Content }) => String(Note_Content)), ...staff, 'zohoapis'];
    const bram = portal.as('bram');
    const answers = await Promise.all(
      Object.entries(ROUTES)
        .filter(([, { audience }]) => audience === 'customer' || audience === 'customer-of-deal')
        .map(([name]) => visit(portal, name, { 'x-survey-hash': bram.hash }, bram)),
    );
    const told = answers.map(({ text }) => text).join('\n');
    expect(told).toContain('Kastanjelaan');
    for (const secret of [...secrets, ...inner, bram.hash, ADMIN]) expect(told).not.toContain(secret);
  });

  async function personal(name: string): Promise<string[]> {
    const { contactId, dealIds, hash } = portal.as(name);
    const { Email, Last_Name } = await portal.record('Contacts', contactId);
    return [contactId, hash, String(Email), String(Last_Name), ...dealIds];
  }
});
