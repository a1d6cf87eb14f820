import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { BUILT_WEB } from '../../bff/first-view/built-web.ts';
import { pdfDesk } from './documents/pdf-desk.ts';
import { openerOf, textOf, viewOf } from './first-page.ts';
import { openFreshPortal } from './own-portal.ts';

// Long enough for a busy machine.
const portal = await openFreshPortal({ FIRST_VIEW_WAIT_MS: '10000' });

const open = openerOf(portal);

describe('B1 a page for one person', () => {
  test('is not cached, holds no personal link, and leaves none in the log', async () => {
    const { hash } = portal.as('bram');
    const { headers, body } = await open(hash);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(String(body)).not.toContain(hash);
    for (const secret of [hash, 'Bram', 'example.nl']) expect(portal.logged()).not.toContain(secret);
  });

  test.each([
    'survey_hash=%s.',
    'survey_hash=(%s)',
    'survey_hash=<%s>',
    'survey_hash=%s%20',
    'survey_hash=“%s”',
    'amp;survey_hash=%s',
  ])('a link that a chat or mail wrote as ?%s leads to the intended link', async (written) => {
    const { hash } = portal.as('bram');
    const asked = encodeURI(written.replaceAll('%20', ' ').replace('%s', hash));
    const { status, headers } = await portal.call('GET', `/?utm=mail&${asked}`);
    expect([status, headers.location]).toEqual([302, `?utm=mail&survey_hash=${hash}`]);
  });

  test.each([')', ').', '%3E', '%20', '%E2%80%9D.'])(
    'the address of a screen with %s behind it, as a chat or mail writes it, leads to that screen',
    async (behind) => {
      const id = portal.as('bram').dealId;
      const { status, headers } = await portal.call('GET', `/deals/${id}/${behind}?utm=mail`);
      expect([status, headers.location]).toEqual([302, `/deals/${id}/?utm=mail`]);
      expect((await portal.call('GET', `/deals/${id}/page.js`)).status).toBe(404);
    },
  );

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip; q=0.0, identity', null],
  ])('a browser that accepts "%s" gets the encoding %s', async (accepted, encoding) => {
    const headers = { 'accept-encoding': accepted };
    const response = await fetch(`${portal.url}/?survey_hash=${portal.as('bram').hash}`, { headers });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toContain('6 batterijmodules');
  });

  test('if sales ops gave a row a quantity that is not whole, it is shown as it is stored', async () => {
    await pdfDesk(portal).editCalc('bram', ({ output }) => {
      const row = output.products.find(({ type }: { type: string }) => type === 'installation');
      Object.assign(row, { amount: 0.5, pricePer: 2 * row.pricePer });
    });
    const page = textOf(await open(portal.as('bram').hash));
    expect(page).toContain('0,5x');
    expect(page).toContain('Akkoord');
  });

  test('text of the CRM stays text, in the page and in its data', async () => {
    const { hash, contactId, dealId } = portal.as('bram');
    const hostile = '</script><script>alert(1)</script><!--<b>$&';
    await portal.salesOps('Contacts', contactId, { Last_Name: hostile, Mailing_Street: hostile });
    await portal.salesOps('Deals', dealId, { Deal_Name: hostile });
    const answer = await open(hash);
    const page = String(answer.body);
    expect(page).not.toMatch(/<script>|<!--<b>|<b>/);
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    const { contact, deal } = viewOf(answer).data;
    expect([contact?.Last_Name, contact?.Mailing_Street, deal?.Deal_Name]).toEqual([hostile, hostile, hostile]);
  });

  test('its styles are inline and allowed by their hashes, and the page names their files so that no part loads them again', async () => {
    const { headers, body } = await open(portal.as('bram').hash);
    const page = String(body);
    const hashes = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    expect(hashes.length).toBeGreaterThan(1);
    expect(String(headers['content-security-policy'])).toMatch(/; style-src 'self' /);
    expect(String(headers['content-security-policy']).split("style-src 'self' ")[1]?.split(' ')).toEqual(hashes);
    expect(page.match(/<link rel="inlined" href="\/assets\/[\w-]+\.css" disabled>/g)).toHaveLength(hashes.length);
    expect(page).not.toContain('rel="stylesheet"');
  });

  test('no inline script: the page holds only data', async () => {
    const scripts = String((await open(portal.as('daan').hash)).body).match(/<script[^>]*>/g) ?? [];
    const inline = scripts.filter((tag) => !tag.includes(' src='));
    expect(inline).toEqual(['<script type="application/json" id="first-view">']);
  });
});

describe('a page of another version, while several processes are replaced', () => {
  test('loads itself again, each time after a longer pause, and at most six times', async () => {
    const [, own = ''] = /src="(\/assets\/[^"]+)"/.exec(String((await portal.call('GET', '/')).body)) ?? [];
    expect((await portal.call('GET', own)).headers['cache-control']).toContain('immutable');
    const other = own.replace(/.{8}\.js$/, 'another_.js');
    expect(other).not.toBe(own);
    const { status, headers, body } = await portal.call('GET', other);
    expect(status).toBe(200);
    const script = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' };
    expect(headers).toMatchObject(script);
    const kept = new Map<string, string>();
    const sessionStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: unknown) => kept.set(key, String(value)),
    };
    const pauses: number[] = [];
    let reloads = 0;
    const location = { reload: () => (reloads += 1) };
    const setTimeout = (run: () => void, ms: number) => {
      pauses.push(ms);
      run();
    };
    for (let load = 1; load <= 9; load += 1) runInNewContext(String(body), { sessionStorage, location, setTimeout });
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000]);
    expect(reloads).toBe(6);
    expect([...kept.keys()].join()).toContain(other);
  });

  test('only the first script has such a name: a reload for a later part would lose what was typed', () => {
    const names = readdirSync(BUILT_WEB, { recursive: true }).map(String);
    expect(names.filter((name) => /^assets\/index-.*\.js$/.test(name))).toHaveLength(1);
  });

  test.each(['/assets/index-another_.css', '/assets/index-another_.js.map', '/assets/quote-another_.js'])(
    '%s does not exist',
    async (path) => {
      expect((await portal.call('GET', path)).status).toBe(404);
    },
  );
});

test.each(['/.chunks', '/.server/draw.js', '/assets'])('%s of the built web is not served', async (path) => {
  expect((await portal.call('GET', path)).status).toBe(404);
});

describe('§2.1 no personal link', () => {
  // Unfinished work of earlier cases calls the CRM too.
  beforeAll(() => portal.settled());

  test.each([
    ...['/', '/?survey_hash=', '/?a=b', '/deals', '/deals/1/pages/2', '/pages/solar_panels', '/wat-dan-ook'],
    ...['/admin?survey_hash=sandbox-bram-0000000000000000', '/adminx'],
  ])('%s: the general page, without a CRM call', async (path) => {
    const calls = await portal.crmCallsOf(async () => {
      const { body, headers } = await portal.call('GET', path);
      expect(String(body)).toContain('<div id="root"></div>');
      expect(headers['cache-control']).toBe('no-cache');
    });
    expect(calls).toEqual([]);
  });

  test('a HEAD request reads nothing', async () => {
    expect(await portal.crmCallsOf(() => portal.call('HEAD', `/?survey_hash=${portal.as('bram').hash}`))).toEqual([]);
  });
});
