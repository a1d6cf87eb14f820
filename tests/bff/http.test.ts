import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Portal, startPortal } from './portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

describe('interface HTTP: health and metrics', () => {
  test('/livez and /readyz answer without the CRM', async () => {
    await portal.sandbox('POST', '/sandbox/faults', { kind: 'status', status: 503 });
    expect((await portal.call('GET', '/livez')).status).toBe(200);
    expect((await portal.call('GET', '/readyz')).status).toBe(200);
    await portal.sandbox('DELETE', '/sandbox/faults');
  });

  test('/metrics counts CRM calls by operation and outcome, and names nobody', async () => {
    const anna = portal.as('anna');
    await anna.get('/api/contacts/verify');
    const { body, headers } = await portal.call('GET', '/metrics');
    const text = String(body);
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toMatch(/crm_calls_total\{operation="[\w.]+",outcome="[\w ]+"\} \d+/);
    expect(text).toMatch(/http_request_seconds_bucket\{.*route="\/api\/contacts\/verify"/);
    for (const secret of [anna.hash, anna.contactId, 'example.nl']) expect(text).not.toContain(secret);
  });
});

describe('§7.1 every error has the one body', () => {
  test.each([
    ['an unknown path', 'GET', '/api/bestaat/niet?survey_hash=geheim', undefined, 404],
    ['an unknown method', 'DELETE', '/api/contacts/verify', undefined, 404],
    ['a broken body', 'POST', '/api/contacts/link', '{"email":', 400],
    ['a body that is no object', 'POST', '/api/contacts/link', '"tekst"', 400],
    ['a prototype in the body', 'POST', '/api/contacts/link', '{"__proto__":{"x":1}}', 400],
    ['a path that is no text', 'GET', '/api/contacts/deals/%zz', undefined, 400],
  ])('%s', async (_, method, path, body, status) => {
    const answer = await portal.call(method, path, body === undefined ? {} : { body });
    expect(answer.status).toBe(status);
    expect(
      Object.keys(answer.body).filter((key) => !['error', 'message', 'requestId', 'fields', 'detail'].includes(key)),
    ).toEqual([]);
    expect(answer.body).toMatchObject({ message: 'request failed', requestId: expect.any(String) });
    expect(JSON.stringify(answer.body)).not.toContain('geheim');
  });

  test('a CRM fault is 503 with Retry-After, and says nothing of the CRM', async () => {
    await portal.sandbox('POST', '/sandbox/faults', { match: '/crm/', kind: 'html' });
    const { status, headers, body } = await portal.as('bram').get('/api/contacts/verify');
    await portal.sandbox('DELETE', '/sandbox/faults');
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ error: 'crm_unavailable', message: 'request failed' });
    expect(JSON.stringify(body)).not.toMatch(/html|zoho|coql/i);
  });
});

describe('hostile requests cost no CRM call', () => {
  const IDS = [
    '1',
    '../Contacts/1',
    '..%2f..%2fcoql',
    '1%3Ffields=',
    '1,2',
    '1 OR 1=1',
    '%00',
    '9'.repeat(21),
    '9'.repeat(101),
    'abc',
  ];
  const BODIES: [string, unknown][] = [
    ['props that are no object', { props: 'x' }],
    ['no props', {}],
    ['a list', []],
    ['null', null],
    ['text', '"tekst"'],
  ];

  test.each(IDS)('id %s', async (id) => {
    const anna = portal.as('anna');
    const path = `/api/contacts/deals/${encodeURI(id)}`;
    const calls = await portal.crmCallsOf(async () => {
      const answers = await Promise.all([
        anna.get(path),
        anna.put(path, { props: { survey_1_has_solar_panels: true } }),
        anna.post(`${path}/approve`, { survey1_approve_clicked: true }),
        anna.post(`${path}/viewed`, {}),
        anna.put('/api/contacts/deals/', { id, survey_1_has_solar_panels: true }),
      ]);
      for (const { status } of answers) expect([400, 404, 422]).toContain(status);
    });
    expect(calls).toEqual([]);
  });

  test.each(BODIES)('body: %s', async (_, body) => {
    const bram = portal.as('bram');
    const path = `/api/contacts/deals/${bram.dealIds[0]}`;
    const calls = await portal.crmCallsOf(async () => {
      const answers = await Promise.all([
        bram.put(path, body),
        bram.put('/api/contacts/deals/', body),
        bram.post(`${path}/approve`, body),
        bram.post('/api/contacts/contactDetails', body),
        bram.post('/api/contacts/link', body),
      ]);
      for (const { status } of answers) expect([400, 422]).toContain(status);
    });
    expect(calls).toEqual([]);
  });

  test('unknown fields beside the known ones are 422 on every route', async () => {
    const bram = portal.as('bram');
    const path = `/api/contacts/deals/${bram.dealIds[0]}`;
    const calls = await portal.crmCallsOf(async () => {
      const answers = await Promise.all([
        bram.put(path, { props: { survey_1_has_solar_panels: true }, extra: 1 }),
        bram.post(`${path}/approve`, { survey1_approve_clicked: true, Stage: 'Closed Won' }),
        bram.post(`${path}/viewed`, { extra: 1 }),
        bram.post('/api/contacts/verify', { extra: 1 }),
        bram.post('/api/contacts/contactDetails', { properties: {}, extra: 1 }),
        bram.post('/api/contacts/link', { email: 'a@example.nl', extra: 1 }),
      ]);
      for (const { status, body } of answers) expect([status, body.error]).toEqual([422, 'field_not_allowed']);
    });
    expect(calls).toEqual([]);
  });

  test('more than 64 kB is 413; another content type is 415', async () => {
    const anna = portal.as('anna');
    const path = `/api/contacts/deals/${anna.dealIds[0]}`;
    const calls = await portal.crmCallsOf(async () => {
      const large = await anna.put(path, { props: { survey1_panels_age: 'x'.repeat(65 * 1024) } });
      expect([large.status, large.body.error]).toEqual([413, 'too_large']);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/html']) {
        const { status } = await anna.put(path, '{"props":{}}', { 'content-type': type });
        expect(status).toBe(415);
      }
    });
    expect(calls).toEqual([]);
  });

  test('a page elsewhere is refused, whatever it sends along', async () => {
    const { hash } = portal.as('anna');
    const { status } = await portal.call('POST', '/api/contacts/verify', {
      hash,
      body: {},
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(status).toBe(403);
  });
});

describe('§2.1 the web', () => {
  test.each(['/', '/deals', '/deals/1/pages/2', '/pages/solar_panels', '/admin', '/adminx', '/wat-dan-ook'])(
    '%s is a screen: the page, never cached unasked',
    async (path) => {
      const { status, headers, body } = await portal.call('GET', path);
      expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(String(body)).toContain('<div id="root">');
    },
  );

  test('hashed assets are precompressed and kept for ever', async () => {
    const { body } = await portal.call('GET', '/');
    const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(String(body)) ?? [];
    const { status, headers } = await portal.call('GET', asset, { headers: { 'accept-encoding': 'br' } });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe('br');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test.each(['/assets/weg.js', '/.built-from', '/.git/config', '/..%2fpackage.json', '/api/weg', '/index.html.br%00'])(
    '%s is no screen and no file of ours',
    async (path) => {
      expect([400, 404]).toContain((await portal.call('GET', path)).status);
    },
  );
});

describe('headers', () => {
  test.each(['/api/site', '/api/nergens', '/', '/livez'])('%s carries the security headers', async (path) => {
    const { headers } = await portal.call('GET', path);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
    });
    expect(headers.server).toBeUndefined();
    if (path.startsWith('/api')) expect(headers['cache-control']).toBe('no-store');
  });
});

describe('logs', () => {
  test('a line per request with route, status and time; no hash, name, address or typed text', async () => {
    const bram = portal.as('bram');
    await bram.post('/api/contacts/contactDetails', { properties: { Phone: '06-geheim-nummer' } });
    await portal.call('GET', `/api/contacts/verify?survey_hash=${bram.hash}`, { hash: bram.hash });
    await portal.call('POST', '/api/contacts/link', { body: { email: 'geheim@example.nl' } });
    const log = portal.logged();
    expect(log).toContain('"route":"/api/contacts/verify"');
    for (const secret of [bram.hash, 'geheim', 'example.nl', 'Bram']) expect(log).not.toContain(secret);
  });
});

describe('stopping', () => {
  test('finishes what was accepted: a save in flight is in the CRM and answered', async () => {
    const stopping = await startPortal();
    const anna = stopping.as('anna');
    const id = anna.dealIds[0] ?? '';
    await stopping.sandbox('POST', '/sandbox/faults', { match: 'PUT ', kind: 'latency', ms: 400, times: 1 });
    const save = anna.put(`/api/contacts/deals/${id}`, { props: { survey_1_has_solar_panels: true } });
    await expect.poll(() => stopping.sandbox<unknown[]>('GET', '/sandbox/requests')).not.toEqual([]);
    const [answer] = await Promise.all([save, stopping.close()]);
    expect(answer.status).toBe(200);
    const socket = createConnection(Number(new URL(stopping.url).port), '127.0.0.1');
    const [error] = await once(socket, 'error');
    expect(error.code).toBe('ECONNREFUSED');
  });
});
