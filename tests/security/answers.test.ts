import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { openPortal, ownPortal } from '../bff/own-portal.ts';
import { rawAnswer } from '../bff/photos/photo-desk.ts';
import { ADMIN_DIGEST } from '../bff/portal.ts';
import { ROOT } from '../house/sources.ts';
import { withoutCrmCalls, withoutWrites } from './crm-calls.ts';

const portal = await openPortal({ LINK_REQUESTS_PER_IP: '1000' });
afterEach(() => portal.reset());

type Headers = Record<string, string | string[] | undefined>;

const ALWAYS = {
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=()',
  'x-robots-tag': 'noindex',
};

function expectSafe(headers: Headers): void {
  expect(headers).toMatchObject(ALWAYS);
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie']) {
    expect(headers[name]).toBeUndefined();
  }
}

/** The raw headers of an answer, not parsed by a client. */
function headersIn(answer: string): Headers {
  const lines = (answer.split('\r\n\r\n')[0] ?? '').split('\r\n').slice(1);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.split(': ')[1]]));
}

test('security 25 the content security policy allows only our own sources, and two frames', async () => {
  const { headers } = await portal.call('GET', '/');
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  );
  expect(policy).toEqual({
    // Scripts, styles, connections, fonts, workers and manifests all fall back to it.
    'default-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'frame-src': [portal.crmUrl, 'https://www.google.com'],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'report-to': ['policy'],
  });
  const page = String((await portal.call('GET', '/')).body);
  expect(page.match(/<script(?![^>]* src="\/assets\/)/g)).toBeNull();
  expect(page).not.toMatch(/<style| style="| on\w+="/);
});

describe('security 28 headers on every answer', () => {
  test.each<[string, string, string, number, object]>([
    ['data', 'GET', '/api/site', 200, {}],
    ['the page', 'GET', '/', 200, {}],
    ['a picture', 'GET', '/favicon.svg', 200, {}],
    ['a missing asset', 'GET', '/assets/weg.js', 404, {}],
    ['a missing call', 'GET', '/api/nergens?survey_hash=geheim', 404, {}],
    ['a broken address', 'GET', '/api/contacts/deals/%zz', 400, {}],
    ['an unknown method', 'DELETE', '/api/site', 404, {}],
    ['health', 'GET', '/livez', 200, {}],
    ['metrics', 'GET', '/metrics', 200, {}],
    ['no password', 'GET', '/api/admin/stats', 401, {}],
    ['a broken body', 'POST', '/api/contacts/link', 400, { body: '{' }],
    ['a body that is not an object', 'POST', '/api/contacts/link', 400, { body: '"geheim"' }],
    ['a prototype in the body', 'POST', '/api/contacts/link', 400, { body: '{"__proto__":{"x":1}}' }],
    [
      'another content type',
      'POST',
      '/api/contacts/link',
      415,
      { body: 'x', headers: { 'content-type': 'text/plain' } },
    ],
    ['too large a body', 'POST', '/api/contacts/link', 413, { body: `"${'x'.repeat(70_000)}"` }],
    ['a page elsewhere', 'GET', '/api/site', 403, { headers: { 'sec-fetch-site': 'cross-site' } }],
  ])(
    'security 28, §7.1 %s has our headers, and every error has the same form of body',
    async (_, method, path, status, options) => {
      const answer = await portal.call(method, path, options);
      expect(answer.status).toBe(status);
      expectSafe(answer.headers);
      if (status >= 400) {
        const { error, fields, detail, ...body } = answer.body;
        expect(body).toEqual({ message: 'request failed', requestId: expect.any(String) });
        expect(JSON.stringify(answer.body)).not.toContain('geheim');
      }
      // Otherwise a cache in front would store the 404 of a missing asset, and serve it after the next release.
      if (path.startsWith('/api/') || status >= 400) expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test('security 28 the answers for a failing CRM and for a reached limit have them too', async () => {
    await portal.fault({ match: '/crm/', kind: 'html' });
    const failed = await portal.as('bram').get('/api/contacts/verify');
    expect(failed.status).toBe(503);
    expectSafe(failed.headers);
    const own = await ownPortal();
    const guess = () => own.call('GET', '/api/admin/stats', { headers: { authorization: 'a guess' } });
    for (let n = 0; n < 5; n += 1) await guess();
    const blocked = await guess();
    expect(blocked.status).toBe(429);
    expectSafe(blocked.headers);
  });

  test.each([
    ['431 for headers without end', `GET / HTTP/1.1\r\nHost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['400 for what is no HTTP', 'GET / HTTP/9.9\r\n\r\n', 400],
    ['400 for no request at all', 'HELLO\r\n\r\n', 400],
    ['400 for two hosts', 'GET /api/site HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400],
    ['400 for no host', 'GET /api/site HTTP/1.1\r\n\r\n', 400],
    [
      '400 for two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
    ],
  ])('security 28 %s', async (_, bytes, status) => {
    const answer = await rawAnswer(portal, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expectSafe(headersIn(answer));
    expect(headersIn(answer)['cache-control']).toBe('no-store');
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '') as object;
    expect(body).toEqual({ error: 'invalid', message: 'request failed', requestId: expect.any(String) });
  });

  test('security 28, §2.1 hashed assets are compressed at build time and cached for ever, the page never', async () => {
    const files = readdirSync(join(ROOT, 'web/dist/assets'));
    expect(files.filter((name) => /\.js\.br$/.test(name)).length).toBeGreaterThan(5);
    for (const name of files.filter((each) => !/\.(br|gz)$/.test(each))) {
      const { status, headers } = await portal.call('GET', `/assets/${name}`, { headers: { 'accept-encoding': 'br' } });
      expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(headers['content-encoding']).toBe(files.includes(`${name}.br`) ? 'br' : undefined);
      expectSafe(headers);
    }
    expect((await portal.call('GET', '/deals')).headers['cache-control']).toBe('no-cache');
  });
});

describe('security 29 requests from another origin', () => {
  const own = () => new URL(portal.url);
  const SENT: [string, () => Record<string, string>][] = [
    ['as browsers say it', () => ({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })],
    [
      'a neighbour under the same domain',
      () => ({ 'sec-fetch-site': 'same-site', origin: 'https://evil.portal.test' }),
    ],
    ['an older browser', () => ({ origin: 'https://evil.example' })],
    ['no origin to name', () => ({ origin: 'null' })],
    ['what is no origin', () => ({ origin: 'evil' })],
    ['another port of this machine', () => ({ origin: `http://127.0.0.1:${Number(own().port) + 1}` })],
    ['a name that begins like ours', () => ({ origin: `http://${own().host}.evil.example` })],
  ];
  test.each(SENT)('security 29 %s: 403 whatever it sends, without a CRM call', async (_, headersOf) => {
    const { hash, deal } = portal.as('bram');
    const headers = headersOf();
    await withoutCrmCalls(portal, async () => {
      const answers = [
        await portal.call('GET', '/api/contacts/verify', { hash, headers }),
        await portal.call('POST', '/api/contacts/link', { body: { email: 'a@example.nl' }, headers }),
        await portal.call('PUT', deal, { hash, body: { props: {} }, headers }),
        await portal.call('GET', '/api/admin/stats', { headers: { ...headers, authorization: ADMIN_DIGEST } }),
      ];
      for (const answer of answers) expect([answer.status, answer.body.error]).toEqual([403, 'forbidden']);
    });
  });

  test.each<[string, () => Record<string, string>]>([
    ['its own page', () => ({ 'sec-fetch-site': 'same-origin', origin: own().origin })],
    ['its own page in an older browser', () => ({ origin: own().origin })],
    ['its own page behind a proxy that renames', () => ({ origin: 'http://portal.test' })],
    ['an address that was typed', () => ({ 'sec-fetch-site': 'none' })],
    ['a page of ours that names no origin', () => ({ 'sec-fetch-site': 'same-origin', origin: 'null' })],
  ])('security 29 %s is answered', async (_, headersOf) => {
    const headers = headersOf();
    const { hash } = portal.as('bram');
    expect((await portal.call('POST', '/api/contacts/verify', { hash, body: {}, headers })).status).toBe(200);
  });

  test('security 29 a request that a form can send without a preflight is refused, also with the link in its query', async () => {
    const { deal, hash } = portal.as('bram');
    await withoutCrmCalls(portal, async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/html',
      ]) {
        const headers = { 'content-type': type };
        const body = '{"email":"a@example.nl"}';
        expect((await portal.call('POST', '/api/contacts/link', { body, headers })).status).toBe(415);
        for (const path of [deal, '/api/contacts/contactDetails']) {
          const withLink = `${path}?x-survey-hash=${hash}`;
          expect((await portal.call('POST', withLink, { body: '{"props":{}}', headers })).status).toBe(415);
        }
      }
      const asked = await portal.call('OPTIONS', '/api/contacts/verify', {
        headers: { origin: 'https://evil.example', 'access-control-request-headers': 'x-survey-hash' },
      });
      expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    });
  });

  test('B2, security 29, security 44 no GET, HEAD or verification of a link writes anything', async () => {
    const bram = portal.as('bram');
    const headers = { authorization: ADMIN_DIGEST };
    const deal = bram.deal;
    await withoutWrites(portal, async () => {
      const answers = [
        await bram.get('/api/contacts/verify'),
        await bram.post('/api/contacts/verify', {}),
        await bram.get('/api/contacts/photos'),
        await bram.get(deal),
        await portal.call('HEAD', deal, { hash: bram.hash }),
        await bram.get(`${deal}/withdraw`),
      ];
      for (const path of ['', `/contacts/${bram.contactId}`, `/contacts/${bram.contactId}/notes`]) {
        answers.push(await portal.call('GET', `/api/admin/callcenter${path}`, { headers }));
      }
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    });
  });
});

describe('security 43 files', () => {
  test.each([
    '/.git/config',
    '/.env',
    '/.built-from',
    '/..%2fpackage.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e%5c%2e%2e%5cpackage.json',
    '/package.json',
    '/bff/config.ts',
    '/index.html.br%00',
    '/assets/',
    '/api/weg',
    '/api/../.env',
    '/api/contacts/',
  ])('security 43 %s does not exist: JSON 404, never the page', async (path) => {
    const url = new URL(portal.url);
    const raw = await rawAnswer(portal, `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nconnection: close\r\n\r\n`);
    expect(raw).toMatch(/^HTTP\/1\.1 40[034] /);
    expect(raw).toContain('"message":"request failed"');
    expect(raw).not.toContain('<div id="root">');
  });

  test('security 43 no source maps, sources or hidden files are served', async () => {
    const served = readdirSync(join(ROOT, 'web/dist'), { recursive: true }).map(String);
    const isHidden = (name: string) => name.startsWith('.');
    expect(served.filter((name) => !isHidden(name) && /\.(map|tsx?|json|env)(\.(br|gz))?$/.test(name))).toEqual([]);
    const { body } = await request(`${portal.url}/assets/`);
    await body.dump();
    // This includes source maps, which the operator reads on the server.
    expect(served.filter((name) => name.endsWith('.js.map')).length).toBeGreaterThan(10);
    const asked = served.filter(isHidden).map((name) => portal.call('GET', `/${name}`));
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([404]));
  });
});
