import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../bff/config.ts';
import { openPortal, ownPortal } from '../bff/own-portal.ts';
import { rawAnswer } from '../bff/photos/photo-desk.ts';
import type { Portal } from '../bff/portal.ts';
import { PRODUCTION } from '../bff/portal-file.ts';
import { ROOT } from '../house/sources.ts';
import { guessedLink, inWaves } from './attack.ts';
import { ROUTES } from './route-matrix.ts';

const ADDRESSES = 100;
const AT_ONCE = 40;

describe('security 09 wrong passwords over all calls of staff', () => {
  const calls = Object.entries(ROUTES)
    .filter(([name, { audience }]) => audience === 'staff' && name.startsWith('GET '))
    .map(([, { example }]) => example);
  const address = (n: number) => `198.51.100.${n % ADDRESSES}`;
  const viaProxy = (n: number) => `${address(n)}, 203.0.113.9`;
  const guess = (portal: Portal, forwarded: (n: number) => string) => (n: number) => {
    const { path = '' } = calls[n % calls.length]?.(portal.as('bram')) ?? {};
    const headers = { authorization: hash('sha256', `guess ${n}`), 'x-forwarded-for': forwarded(n) };
    return portal.call('GET', path, { headers });
  };

  test.each([
    // The proxy's entry is last; made-up ones before it are ignored.
    ['500 from one address behind a proxy, which makes up others', 500, '1', viaProxy, 8],
    ['500 from one address without a proxy, which makes up others', 500, '', address, 8],
    // Each address has five tries. After fifty failures of all addresses, each has one try, and one more every 5 seconds. A new address
    // always gets one.
    [`800 from ${ADDRESSES} real addresses`, 800, '1', address, 50 + 3 * ADDRESSES],
  ] as const)('security 09 %s: few are compared', async (_, amount, TRUST_PROXY, forwarded, most) => {
    const portal = await ownPortal({ TRUST_PROXY, LOG_LEVEL: 'error' });
    const crmCalls = await portal.crmCallsOf(async () => {
      const counts = await inWaves(amount, AT_ONCE, guess(portal, forwarded));
      expect(Object.keys(counts).sort()).toEqual(['401', '429']);
      expect(counts['401']).toBeLessThanOrEqual(most);
      expect(counts['401']).toBeGreaterThan(0);
    });
    expect(crmCalls.filter(({ path }) => path.includes('/Contacts'))).toEqual([]);
  });
});

test('security 11 outside the sandbox the default password stops the start, with a sentence', () => {
  const env = { ...PRODUCTION, PATH: process.env.PATH, PORT: '0' };
  const sentence = 'ADMIN_PASSWORD_SHA256 holds a password that anybody would try: choose another.';
  const common = ['Gaikan', 'Welkom01', 'admin123', 'Password1', '11111111', 'n'];
  for (const password of ['{key}', 'zon-en-zout-2026', '', ...common]) {
    const start = () => loadConfig({ ...env, ADMIN_PASSWORD_SHA256: hash('sha256', password) });
    expect(start).toThrow(expect.objectContaining({ faults: [sentence] }));
  }
  const { status, stderr, stdout } = spawnSync(process.execPath, ['bff/main.ts'], {
    cwd: ROOT,
    env: { ...env, ADMIN_PASSWORD_SHA256: hash('sha256', 'Welkom01') },
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([1, '', `${sentence}\n`]);
});

describe('security 12 guessed links', () => {
  test('security 12 1,000 guesses cost the CRM no more than the budget, and block nobody’s link', async () => {
    const portal = await ownPortal({ LOG_LEVEL: 'error' });
    const bram = portal.as('bram');
    const path = bram.deal;
    expect((await bram.get('/api/contacts/verify')).status).toBe(200);
    const calls = await portal.crmCallsOf(async () => {
      const counts = await inWaves(1_000, AT_ONCE, async (n) => {
        // A customer with a link comes in between.
        if (n % 10 === 0) expect((await bram.get(path)).status).toBe(200);
        const hash = guessedLink(n);
        return portal.call('GET', n % 2 === 0 ? '/api/contacts/verify' : path, { hash });
      });
      expect(Object.keys(counts).sort()).toEqual(['404', '429']);
    });
    // The customer makes 100 calls. One address may miss 30 times a minute, for two minutes at most; its first miss may
    // cost two calls.
    expect(calls.length - 100).toBeLessThanOrEqual(2 * 30 + 3);
  });
});

const portal = await openPortal({ UNKNOWN_LINKS_PER_MINUTE: '10000' });

describe('security 13 a link must match exactly', () => {
  test('security 13 a link in another case, a part of it, a longer text, or the link twice or in the query opens nothing', async () => {
    const { hash } = portal.as('bram');
    const variants = [
      hash.toUpperCase(),
      hash.replace('b', 'B'),
      hash.slice(0, -1),
      `${hash}0`,
      `${hash}%00`,
      `${hash}%20`,
      `${hash}*`,
      `${hash.slice(0, 22)}%`,
      `%${hash}`,
      `"${hash}"`,
      `["${hash}"]`,
      `${hash},${hash}`,
      `sandbox-br\u00e4m-0000000000000000`,
      `${hash}' or survey1_hash is not null`,
    ];
    for (const variant of variants) {
      const { status, body } = await portal.call('GET', '/api/contacts/verify', { hash: variant });
      expect([variant, status, body.error]).toEqual([variant, 404, 'unknown_link']);
    }
    for (const path of [`?survey_hash=${hash}`, `?x-survey-hash=${hash}`]) {
      expect((await portal.call('GET', `/api/contacts/verify${path}`)).status).toBe(404);
    }
    const twice = `GET /api/contacts/verify HTTP/1.1\r\nHost: x\r\nx-survey-hash: ${hash}\r\nx-survey-hash: ${hash}\r\n\r\n`;
    expect(await rawAnswer(portal, twice)).toMatch(/^HTTP\/1\.1 404 /);
  });

  test('security 13 if two contacts have one hash, it opens nothing', async () => {
    const { hash } = portal.as('bram');
    const { contactId } = portal.as('joke');
    await portal.unchecked('Contacts', contactId, { survey1_hash: hash });
    expect((await portal.call('GET', '/api/contacts/photos', { hash })).status).toBe(404);
    await portal.reset();
  });
});
