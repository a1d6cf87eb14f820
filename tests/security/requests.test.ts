import { afterEach, describe, expect, test } from 'vitest';
import { openPortal } from '../bff/own-portal.ts';
import { rawAnswer } from '../bff/photos/photo-desk.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import type { Answer } from '../bff/send.ts';
import { ADMIN, staffOf, subjectOf } from '../bff/staff.ts';
import { withoutCrmCalls, withoutWrites } from './crm-calls.ts';

const portal = await openPortal({ UNKNOWN_LINKS_PER_MINUTE: '10000', LINK_REQUESTS_PER_IP: '1000' });
afterEach(() => portal.reset());

describe('security 15 ids', () => {
  const HOSTILE = [
    '1',
    '../Contacts/1',
    '..%2f..%2fcoql',
    '%252e%252e%252fcoql',
    '1%3Ffields=',
    '1,2',
    '1 OR 1=1',
    "1' or '1'='1",
    '%00',
    '415086800000319400%33%00',
    '٤١٥٠٨٦٨٠٠٠٠٠٣١٩٤٠٠٣',
    '-150868000003194003',
    '4.15e18',
    '9'.repeat(21),
    '9'.repeat(101),
    '9'.repeat(5_000),
    'abc',
  ];

  test.each(HOSTILE.map((id) => [id.slice(0, 30), id]))(
    'security 15 %s is refused as the id of a deal',
    async (_, id) => {
      const anna = portal.as('anna');
      const path = `/api/contacts/deals/${encodeURI(id)}`;
      await withoutCrmCalls(portal, async () => {
        const answers = await Promise.all([
          anna.get(path),
          anna.put(path, { props: { survey_1_has_solar_panels: true } }),
          anna.post(`${path}/approve`, { survey1_approve_clicked: true }),
          anna.post(`${path}/viewed`, {}),
          anna.post(`${path}/question`, { text: 'x' }),
          anna.post(`${path}/decline`, {}),
          anna.post(`${path}/withdraw`, {}),
          anna.get(`${path}/withdraw`),
          anna.put('/api/contacts/deals/', { id, survey_1_has_solar_panels: true }),
        ]);
        for (const { status } of answers) expect([400, 404, 422]).toContain(status);
      });
    },
  );

  test('security 15 hostile ids of contacts, owners and the deal of an action are refused', async () => {
    const { contactId, dealId } = subjectOf(portal, 'bram');
    await withoutCrmCalls(portal, async () => {
      for (const id of HOSTILE) {
        const asSomebody = staffOf(portal, /^[\x21-\x7e]*$/.test(id) ? id : '0');
        const answers = await Promise.all([
          staffOf(portal).get(`${ADMIN}/contacts/${encodeURI(id)}`),
          staffOf(portal).get(`${ADMIN}/contacts/${encodeURI(id)}/notes`),
          staffOf(portal).get(`${ADMIN}/contacts/${encodeURI(id)}/owner`),
          staffOf(portal).act({ action: 'calc', contactId: id, dealId }),
          staffOf(portal).act({ action: 'calc', contactId, dealId: id }),
          staffOf(portal).act({ action: 'setOwner', contactId, value: id }),
          asSomebody.act({ action: 'calc', contactId, dealId }),
        ]);
        for (const { status } of answers) expect([400, 404, 422]).toContain(status);
      }
    });
  });

  test('security 15 an id that is an object, a list, a number or nothing is refused', async () => {
    const { contactId, dealId } = subjectOf(portal, 'bram');
    await withoutCrmCalls(portal, async () => {
      for (const id of [{ $ne: '' }, [dealId], Number(dealId), true, null]) {
        const answers = [
          await staffOf(portal).act({ action: 'skip', contactId, dealId: id }),
          await staffOf(portal).act({ action: 'skip', contactId: id, dealId }),
          await portal.as('bram').put('/api/contacts/deals/', { id, survey1_panels_age: '1-2' }),
        ];
        for (const { status } of answers) expect(status).toBe(422);
      }
    });
  });
});

describe('security 16 visitors’ input never becomes part of a query', () => {
  const HOSTILE = ["o'brien", "x'or'1'='1", '*', 'a)or(Email:equals:*', '%', '_', 'a\\', 'a;--'];

  test('security 16 an e-mail address is looked up as itself or refused', async () => {
    const calls = await portal.crmCallsOf(async () => {
      for (const text of HOSTILE) {
        const answer = await portal.call('POST', '/api/contacts/link', { body: { email: `${text}@example.nl` } });
        expect([202, 422]).toContain(answer.status);
      }
    });
    const queries = calls.map((call) => (call as { body?: { select_query?: string } }).body?.select_query ?? '');
    expect(queries.filter((query) => !/ from Contacts where Email = '(?:[^']|'')*' limit 5$/.test(query))).toEqual([]);
    expect(queries.join('\n')).toContain("Email = 'o''brien@example.nl'");
    expect(await portal.outbox()).toEqual([]);
  });

  test('security 16 no criteria are sent at all: the CRM’s search is not used', async () => {
    const calls = await portal.crmCallsOf(async () => {
      await portal.as('bram').get(portal.as('bram').deal);
      await staffOf(portal).leads();
      await staffOf(portal).act({ action: 'skip', ...subjectOf(portal, 'bram') });
    });
    expect(calls.filter(({ path }) => path.includes('/search'))).toEqual([]);
  });
});

describe('security 18 prototypes', () => {
  const BODIES = [
    '{"__proto__":{"isAdmin":true}}',
    '{"\\u005f\\u005fproto__":{"isAdmin":true}}',
    '{"props":{"__proto__":{"Stage":"Closed Won"}}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '[{"name":"Phone","value":{"__proto__":{"x":1}}}]',
  ];
  test.each(BODIES)('security 18 %s is refused everywhere', async (body) => {
    const bram = portal.as('bram');
    await withoutCrmCalls(portal, async () => {
      const answers = [
        await bram.put(bram.deal, body),
        await bram.put('/api/contacts/deals/', body),
        await bram.post(`${bram.deal}/approve`, body),
        await bram.post('/api/contacts/contactDetails', body),
        await portal.call('POST', '/api/contacts/link', { body }),
        await staffOf(portal).post(`${ADMIN}/action`, body),
      ];
      for (const answer of answers) expect([answer.status, answer.body.error]).toEqual([400, 'invalid']);
    });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  test('security 18 a pair named __proto__ is refused like any unknown field', async () => {
    const { status, body } = await portal
      .as('bram')
      .post('/api/contacts/contactDetails', [{ name: '__proto__', value: { Stage: 'x' } }]);
    expect([400, 422]).toContain(status);
    expect(['invalid', 'field_not_allowed', 'field_invalid']).toContain(body.error);
  });

  test('security 18 prototypes in a survey1_calc from the CRM have no effect', async () => {
    const bram = portal.as('bram');
    const { survey1_calc } = await portal.record('Deals', bram.dealId);
    const calc = String(survey1_calc);
    const poisoned = calc.replace('{', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},');
    await portal.salesOps('Deals', bram.dealId, { survey1_calc: poisoned });
    const { status, body } = await bram.get(bram.deal);
    expect(status).toBe(200);
    const { deal } = body as { deal: { survey1_calc: object; quoteArea: string } };
    expect(Object.keys(deal.survey1_calc).sort()).toEqual(['module', 'output', 'priceCalc', 'quote']);
    expect(deal.quoteArea).toBe('approve');
    expect(JSON.stringify(body)).not.toContain('isAdmin');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

describe('security 19 ambiguous JSON', () => {
  const save = (body: string | Uint8Array) => {
    const { hash } = portal.as('anna');
    const bytes = Buffer.from(body);
    const head = `POST /api/contacts/contactDetails HTTP/1.1\r\nHost: x\r\nx-survey-hash: ${hash}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${bytes.length}\r\n\r\n`;
    return rawAnswer(portal, Buffer.concat([Buffer.from(head), bytes]));
  };
  const phoneOf = async () => (await portal.record('Contacts', portal.as('anna').contactId)).Phone ?? null;

  test.each<[string, string | Uint8Array]>([
    ['nesting without a limit', `{"properties":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['nine levels of objects', `{"properties":{"Phone":${'{"a":'.repeat(9)}1${'}'.repeat(9)}}}`],
    ['a number beyond the range of numbers', '{"properties":{"survey1_number_of_panels":1e999}}'],
    ['half a character', '{"properties":{"Phone":"\\ud83d"}}'],
    ['half a character in a name', '{"properties":{"\\udc00":"x"}}'],
    ['bytes that are not UTF-8', Buffer.from('{"properties":{"Phone":"\xff\xfe"}}', 'latin1')],
    ['an overlong slash', Buffer.from('{"properties":{"Phone":"\xc0\xaf"}}', 'latin1')],
    ['UTF-16', Buffer.from('{"properties":{"Phone":"1"}}', 'utf16le')],
    ['a comment', '{"properties":{"Phone":"1"/* */}}'],
    ['two bodies', '{"properties":{"Phone":"1"}}{"properties":{"Phone":"2"}}'],
    ['NaN', '{"properties":{"survey1_number_of_panels":NaN}}'],
    ['half of it', '{"properties":{"Phone":"1"'],
  ])('security 19 %s: 400, without a CRM call', async (_, body) => {
    await withoutCrmCalls(portal, async () => {
      const answer = await save(body);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"error":"invalid"');
    });
  });

  test('security 19 a byte order mark is ignored; of a repeated name the last counts', async () => {
    expect(await save('\ufeff{"properties":{"Phone":"0611"}}')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await phoneOf()).toBe('0611');
    const calls = await portal.crmCallsOf(() => save('{"properties":{"Phone":"0622","Phone":"0633"}}'));
    expect(await phoneOf()).toBe('0633');
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    // A value in the first of two equal names does not get past the check: only the last name counts.
    const refused = await portal.crmCallsOf(() => save('{"properties":{"Phone":"1","Owner":"x"}, "properties":[]}'));
    expect(refused).toEqual([]);
  });

  test('security 19 numbers of 20 digits are never accepted, as an id or as an answer', async () => {
    const { status } = await portal.as('bram').put('/api/contacts/deals/', '{"id":41508680000031940030}');
    expect(status).toBe(422);
    const panels = await portal
      .as('bram')
      .put(portal.as('bram').deal, '{"props":{"survey1_number_of_panels":99999999999999999999}}');
    expect(panels.status).toBe(422);
  });
});

describe('security 36 too much at once', () => {
  const BODIES: [string, unknown][] = [
    ['props that are no object', { props: 'x' }],
    ['no props', {}],
    ['a list', []],
    ['null', null],
    ['text', '"tekst"'],
  ];

  test.each(BODIES)('security 36 %s costs no CRM call', async (_, body) => {
    const bram = portal.as('bram');
    await withoutCrmCalls(portal, async () => {
      const answers = await Promise.all([
        bram.put(bram.deal, body),
        bram.put('/api/contacts/deals/', body),
        bram.post(`${bram.deal}/approve`, body),
        bram.post('/api/contacts/contactDetails', body),
        bram.post('/api/contacts/link', body),
      ]);
      for (const { status } of answers) expect([400, 422]).toContain(status);
    });
  });

  test('security 36 more than 64 kB is 413, on every call with a body', async () => {
    const { hash, contactId } = portal.as('anna');
    const body = JSON.stringify({ props: { survey1_panels_age: 'x'.repeat(65 * 1024) } });
    const headers = { authorization: ADMIN_DIGEST };
    await withoutWrites(portal, async () => {
      const answers: Answer[] = [
        await portal.call('PUT', portal.as('anna').deal, { hash, body }),
        await portal.call('POST', `${portal.as('anna').deal}/approve`, { hash, body }),
        await portal.call('POST', '/api/contacts/contactDetails', { hash, body }),
        await portal.call('POST', '/api/contacts/link', { body }),
        await portal.call('POST', `${ADMIN}/action`, { headers, body }),
        await portal.call('POST', `${ADMIN}/contacts/${contactId}/presence`, { headers, body }),
      ];
      for (const answer of answers) expect([answer.status, answer.body.error]).toEqual([413, 'too_large']);
    });
  });

  test('security 36 the longest inputs to our patterns are refused quickly', async () => {
    const { hash } = portal.as('anna');
    const long = 60_000;
    const texts = [
      `${'a'.repeat(long)}!`,
      `${'a.'.repeat(long / 2)}@`,
      `a@${'a-'.repeat(long / 2)}`,
      `${'1'.repeat(long)},`,
      '\t'.repeat(long / 2),
      `${' '.repeat(long)}x`,
    ];
    for (const text of texts) {
      const answers = await Promise.all([
        portal.call('POST', '/api/contacts/link', { body: { email: text } }),
        portal.call('PUT', portal.as('anna').deal, { hash, body: { props: { survey1_number_of_panels: text } } }),
        staffOf(portal).act({ action: 'discount', ...subjectOf(portal, 'bram'), value: text }),
        staffOf(portal).act({ action: 'set-fixed-inverter-kwh', ...subjectOf(portal, 'bram'), value: text }),
      ]);
      for (const { status } of answers) expect(status).toBe(422);
      const details = { properties: { Phone: text } };
      const saved = await portal.call('POST', '/api/contacts/contactDetails', { hash, body: details });
      expect([200, 422]).toContain(saved.status);
      expect((await portal.call('GET', '/livez')).status).toBe(200);
    }
  });
});
