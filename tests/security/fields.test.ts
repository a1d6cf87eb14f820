import { afterEach, describe, expect, test } from 'vitest';
import { contactAnswers, dealAnswers } from '../../bff/view-models/answers.ts';
import { freshSchema } from '../../fixtures/crm-sandbox/schema/modules.ts';
import { openPortal } from '../bff/own-portal.ts';
import { rawAnswer } from '../bff/photos/photo-desk.ts';
import { type CrmRequest, isWrite } from '../bff/sandbox-crm.ts';
import type { Answer } from '../bff/send.ts';
import { ADMIN, leftWith, staffOf, subjectOf } from '../bff/staff.ts';
import { withoutCrmCalls, withoutWrites } from './crm-calls.ts';

const portal = await openPortal({ LINK_REQUESTS_PER_IP: '1000' });
afterEach(() => portal.reset());

/** Every field of every CRM module, and special keys of its API. */
const FIELDS = [
  ...new Set([...freshSchema().values()].flatMap((module) => [...module.fields.keys()])),
  ...['id', 'Tag', '$line_tax', 'trigger', 'data', 'constructor', 'toString', 'Owner.id', 'survey1_сalc'],
];

interface WriteRoute {
  path: string;
  method?: 'PUT' | 'POST';
  /** A body that the route accepts, with one more field. */
  body: (more: object) => unknown;
  allowed?: readonly string[];
}

function customerRoutes(): Record<string, WriteRoute> {
  const { dealId: id } = portal.as('bram');
  const deal = `/api/contacts/deals/${id}`;
  const contactFields = Object.keys(contactAnswers.shape);
  const answers = Object.keys(dealAnswers.shape);
  return {
    'contact details': {
      path: '/api/contacts/contactDetails',
      body: (more) => ({ properties: { Phone: '0611', ...more } }),
      allowed: contactFields,
    },
    'contact details as pairs': {
      path: '/api/contacts/contactDetails',
      body: (more) => Object.entries({ Phone: '0611', ...more }).map(([name, value]) => ({ name, value })),
      allowed: contactFields,
    },
    'a deal, PUT': {
      path: deal,
      method: 'PUT',
      body: (more) => ({ props: { survey1_panels_age: '1-2', ...more } }),
      allowed: answers,
    },
    'a deal, POST': {
      path: deal,
      body: (more) => ({ props: { survey1_panels_age: '1-2', ...more } }),
      allowed: answers,
    },
    'a deal object': {
      path: '/api/contacts/deals/',
      method: 'PUT',
      body: (more) => ({ id, survey1_panels_age: '1-2', ...more }),
      allowed: [...answers, 'id'],
    },
    approving: {
      path: `${deal}/approve`,
      body: (more) => ({ survey1_approve_clicked: true, ...more }),
      allowed: ['survey1_approve_clicked', 'gaikan_signature_plain'],
    },
    viewed: { path: `${deal}/viewed`, body: (more) => more },
    question: { path: `${deal}/question`, body: (more) => ({ text: 'x', ...more }) },
    decline: { path: `${deal}/decline`, body: (more) => more },
    withdraw: { path: `${deal}/withdraw`, body: (more) => more },
    verify: { path: '/api/contacts/verify', body: (more) => more },
    link: { path: '/api/contacts/link', body: (more) => ({ email: 'niemand@example.nl', ...more }) },
  };
}

/** The names of the fields in these calls, as sent. */
function written(calls: readonly CrmRequest[]): string[] {
  const bodies = calls.filter(isWrite).map((call) => (call as { body?: { data?: object[] } }).body);
  return [...new Set(bodies.flatMap((body) => (body?.data ?? []).flatMap(Object.keys)))].sort();
}

/**
 * A refusal names at most twenty fields. Each request has nineteen of them: a list of pairs may hold twenty, and one of
 * those is an allowed field.
 */
const AT_ONCE = 19;
const someAtOnce = (fields: readonly string[]) =>
  Array.from({ length: Math.ceil(fields.length / AT_ONCE) }, (_, n) => fields.slice(n * AT_ONCE, (n + 1) * AT_ONCE));

const filled = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, 'x']));

/** Every one of these fields was refused, by its name. */
function expectNotAllowed(where: string, { status, body }: Answer, fields: readonly string[]): void {
  expect([where, status, body.error]).toEqual([where, 422, 'field_not_allowed']);
  expect(Object.keys(body.fields ?? {}).sort()).toEqual([...fields].sort());
}

describe('security 04 mass assignment', () => {
  test('security 04 on every call that writes, a field that the customer may not set is 422, and the answer names it', async () => {
    expect(FIELDS.length).toBeGreaterThan(80);
    const { hash } = portal.as('bram');
    for (const [name, { path, method = 'POST', body, allowed = [] }] of Object.entries(customerRoutes())) {
      await withoutCrmCalls(portal, async () => {
        for (const fields of someAtOnce(FIELDS.filter((field) => !allowed.includes(field)))) {
          const answer = await portal.call(method, path, { hash, body: body(filled(fields)) });
          expectNotAllowed(name, answer, fields);
        }
      });
    }
  });

  test('security 04 staff may send only the fields of an action', async () => {
    const known = ['action', 'contactId', 'dealId', 'note', 'value', 'value2', 'name', 'expected'];
    const routes: [string, object][] = [
      [`${ADMIN}/action`, { action: 'calc', ...subjectOf(portal, 'bram') }],
      [`${ADMIN}/contacts/${portal.as('bram').contactId}/presence`, { open: false }],
      ['/api/admin/login', {}],
    ];
    await withoutWrites(portal, async () => {
      for (const [path, body] of routes) {
        for (const fields of someAtOnce(FIELDS.filter((each) => !known.includes(each)))) {
          expectNotAllowed(path, await staffOf(portal).post(path, { ...body, ...filled(fields) }), fields);
        }
      }
    });
  });

  test('security 04 the CRM gets only the customer’s own fields, and for a deal the quote that follows from them', async () => {
    const bram = portal.as('bram');
    const details = {
      Phone: '0612345678',
      First_Name: 'B',
      Last_Name: 'Hof',
      Mailing_City: 'Ede',
      Mailing_Country: 'België',
      Mailing_State: 'G',
      Mailing_Street: 'Laan 1',
      Mailing_Zip: '6711AB',
      survey_1_has_solar_panels: false,
      survey1_number_of_panels: '12',
      survey1_panels_age: '3-4',
      survey1_preferred_battery_size: '40',
      survey1_battery_box_distance_m: '9',
      portal_call_permission: false,
    };
    expect(Object.keys(details).sort()).toEqual(Object.keys(contactAnswers.shape).sort());
    const contactCalls = await portal.crmCallsOf(() =>
      bram.post('/api/contacts/contactDetails', { properties: details }),
    );
    const { portal_call_permission: _, ...named } = details;
    expect(written(contactCalls)).toEqual([...Object.keys(named), 'portal_call_permission_at'].sort());

    const props = {
      survey_1_has_solar_panels: false,
      survey1_number_of_panels: '11',
      survey1_panels_age: '5+',
      gaikan_saltion_battery_modules: '9',
      survey1_battery_box_distance_m: '31',
    };
    expect(Object.keys(props).sort()).toEqual(Object.keys(dealAnswers.shape).sort());
    const dealCalls = await portal.crmCallsOf(() => bram.put(bram.deal, { props }));
    const follows = ['Amount', 'survey1_calc', 'survey1_calc_complete', 'survey1_approve_clicked'];
    expect(written(dealCalls).filter((field) => !follows.includes(field))).toEqual([...Object.keys(props)].sort());
  });
});

test('security 05 set-deal-property accepts three names, spelled exactly, with their own values', async () => {
  const names: unknown[] = [
    ...FIELDS.filter(
      (field) => !['gaikan_self_installation', 'survey1_battery_box_distance_m', 'survey1_no_calc'].includes(field),
    ),
    ...['survey1_no_calc ', 'SURVEY1_NO_CALC', 'survey1_nо_calc', 'survey1_no_calc\u0000', '', '__proto__'],
    ...[['survey1_no_calc'], { survey1_no_calc: true }, null, true, 0],
  ];
  const ask = (name: unknown, value: unknown) =>
    staffOf(portal).act({ action: 'set-deal-property', ...subjectOf(portal, 'bram'), name, value });
  await withoutWrites(portal, async () => {
    for (const name of names) expect([name, (await ask(name, '1')).status]).toEqual([name, 422]);
    for (const [name, value] of [
      ['survey1_no_calc', 'yes'],
      ['survey1_no_calc', { $ne: 1 }],
      ['gaikan_self_installation', '2'],
      ['survey1_battery_box_distance_m', '1e3'],
      ['survey1_battery_box_distance_m', ['5']],
    ]) {
      expect([name, value, (await ask(name, value)).status]).toEqual([name, value, 422]);
    }
  });
});

describe('security 20 line breaks', () => {
  const BREAKS = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\u000b', '\u0000'];

  test('security 20 nobody can add a line to the evidence', async () => {
    const bram = portal.as('bram');
    await withoutCrmCalls(portal, async () => {
      for (const end of BREAKS) {
        const forged = `Bram${end}Tijd (server): 2020-01-01T00:00:00Z`;
        const sign = { survey1_approve_clicked: true, gaikan_signature_plain: forged };
        const answers = [
          await bram.post(`${bram.deal}/approve`, sign),
          await bram.post('/api/contacts/contactDetails', { properties: { First_Name: forged } }),
          await bram.post('/api/contacts/contactDetails', { properties: { Last_Name: forged } }),
          await bram.post('/api/contacts/contactDetails', { properties: { Mailing_Street: forged } }),
          await staffOf(portal).act({ action: 'discount', ...subjectOf(portal, 'bram'), value: 5, value2: forged }),
        ];
        for (const answer of answers)
          expect([end, answer.status, answer.body.error]).toEqual([end, 422, 'field_invalid']);
      }
    });
  });

  test.each([
    ['zero-width spaces', '\u200b\u200b\u200b'],
    ['soft hyphens', '\u00ad\u00ad'],
    ['word joiners and a space', '\u2060 \u2060'],
    ['empty Braille cells', '\u2800\u2800'],
    ['marks without a letter', '\u0301\u0301'],
    ['a single visible letter', '\u200bJ\u200b'],
    ['a name in reversed direction', '\u202ereoB ed marB'],
    ['a name in an isolate', 'Bram \u2067de Boer\u2069'],
  ])('a name of %s is refused as a signature', async (_, name) => {
    await withoutCrmCalls(portal, async () => {
      const sign = { survey1_approve_clicked: true, gaikan_signature_plain: name };
      const { status, body } = await portal.as('bram').post(`${portal.as('bram').deal}/approve`, sign);
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['gaikan_signature_plain']]);
    });
  });

  test('a question or a last name of only invisible characters is refused, so nobody gets an empty note to look at', async () => {
    const bram = portal.as('bram');
    await withoutCrmCalls(portal, async () => {
      const asked = await bram.post(`${bram.deal}/question`, { text: '\u200b\u2060\n\u3164' });
      expect([asked.status, Object.keys(asked.body.fields ?? {})]).toEqual([422, ['text']]);
      const saved = await bram.post('/api/contacts/contactDetails', { properties: { Last_Name: '\u200b\u00ad' } });
      expect([saved.status, Object.keys(saved.body.fields ?? {})]).toEqual([422, ['Last_Name']]);
    });
  });

  test('security 20 a user agent is one printable line', async () => {
    const bram = portal.as('bram');
    const sign = { survey1_approve_clicked: true, gaikan_signature_plain: "Bram van 't Hof" };
    const headers = { 'user-agent': `Mozilla\tx\u00e9 ${'y'.repeat(2_000)}` };
    expect((await bram.post(`${bram.deal}/approve`, sign, headers)).status).toBe(200);
    const [note] = await portal.related('Deals', bram.dealId, 'Notes', 'Note_Content');
    const [line = ''] = String(note?.Note_Content)
      .split('\n')
      .filter((each) => each.startsWith('Browser: '));
    expect(line).toMatch(/^Browser: Mozilla x[\x20-\x7e]+$/);
    expect(line.length).toBeLessThanOrEqual(310);
  });

  test('security 20 a note may have lines, but none of them passes for an operation reference', async () => {
    const { contactId, dealId } = subjectOf(portal, 'bram');
    const note = 'eerste regel\nRef: AAAA-BBBB-CCCC';
    const body = { action: 'gaikan_called_noanswer', contactId, dealId, note };
    expect((await staffOf(portal).act(body, 'press-number-one')).status).toBe(200);
    const { notes } = await leftWith(portal, contactId);
    const written = notes.find(({ Note_Title }) => String(Note_Title).includes('Neemt niet op'));
    expect(String(written?.Note_Content)).toContain('eerste regel');
    expect(String(written?.Note_Content).split('\n').at(-1)).toMatch(/^Ref: (?!AAAA)/);
  });

  test('security 20 request ids are our own, keys have a fixed form', async () => {
    const bram = portal.as('bram');
    const answer = await portal.call('GET', '/api/site', {
      headers: { 'x-request-id': 'forged', 'request-id': 'forged' },
    });
    expect(answer.status).toBe(200);
    for (const key of ['kort', 'x'.repeat(129), 'with space in it', 'caf\u00e9-caf\u00e9-caf\u00e9']) {
      const { status } = await bram.post(`${bram.deal}/question`, { text: 'x' }, { 'idempotency-key': key });
      expect([key, status]).toEqual([key, 400]);
    }
    const smuggled = await rawAnswer(portal, 'GET /api/site HTTP/1.1\r\nHost: x\r\nx-survey-hash: a\rb\r\n\r\n');
    expect(smuggled).toMatch(/^HTTP\/1\.1 400 /);
    expect(portal.logged()).not.toContain('forged');
    for (const line of portal.logged().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
  });
});
