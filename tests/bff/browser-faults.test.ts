import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_WEB } from '../../bff/first-view/built-web.ts';
import { ROOT } from '../house/sources.ts';
import { openPortal, ownPortal } from './own-portal.ts';

const STACK = `TypeError: Kastanjelaan 14 is not a function
    at save (https://portaal.example/assets/quote-B1x_2.js:12:345)
    at https://portaal.example/?survey_hash=sandbox-bram-0000000000000000:1:2
    at eval (chrome-extension://abcdef/inject.js:3:4)`;

const portal = await openPortal({ LOG_LEVEL: 'info' });

const lineOf = (words: string) => {
  const line = portal
    .logged()
    .split('\n')
    .find((each) => each.includes(words));
  return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
};

test('a fault in a browser reaches the log with its name and its places in our code, without anything that was typed', async () => {
  const body = { name: 'TypeError', stack: STACK };
  expect((await portal.call('POST', '/browser-faults', { body })).status).toBe(204);
  expect(lineOf('a fault in a browser')).toMatchObject({ fault: 'TypeError', stack: 'quote-B1x_2.js:12:345' });
  await portal.call('POST', '/browser-faults', { body: { name: 'Bram van Hof, 06-00000102' } });
  for (const said of ['Kastanjelaan', 'sandbox-bram', 'inject', 'Hof', '00000102'])
    expect(portal.logged()).not.toContain(said);
});

test('a place in the log is traced to its source on the server, by a map that the built file does not name', async () => {
  const assets = readdirSync(join(BUILT_WEB, 'assets')).filter((name) => name.endsWith('.js'));
  const texts = assets.map((file) => ({ file, text: readFileSync(join(BUILT_WEB, 'assets', file), 'utf8') }));
  const { file = '', text = '' } = texts.find((each) => each.text.includes('/browser-faults')) ?? {};
  const before = text.slice(0, text.indexOf('/browser-faults')).split('\n');
  const place = `${file}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  const trace = spawnSync(process.execPath, ['commands/trace-fault.ts', `at ${place}`, 'gone-B1x_2.js:1:1'], {
    cwd: ROOT,
  });
  expect(String(trace.stdout)).toContain(`${place}  web/ui/Crash.tsx:`);
  expect(String(trace.stdout)).toContain('gone-B1x_2.js:1:1  of another build');
  expect(texts.filter(({ text: built }) => built.includes('sourceMappingURL'))).toEqual([]);
});

test('when a page violates our content policy, the log gets the name of the directive, and no address', async () => {
  const { headers } = await portal.call('GET', '/api/site');
  expect(headers['reporting-endpoints']).toBe('policy="/policy-reports"');
  expect(headers['content-security-policy']).toContain('report-to policy');
  const report = (blockedURL: string) => ({
    type: 'csp-violation',
    url: 'https://portaal.example/?survey_hash=sandbox-carla-0000000000000000',
    body: { effectiveDirective: 'script-src-elem', blockedURL, sample: 'alert(1)' },
  });
  const sent = await portal.call('POST', '/policy-reports', {
    body: JSON.stringify([report('inline'), report('https://evil.example/x.js')]),
    headers: { 'content-type': 'application/reports+json' },
  });
  expect(sent.status).toBe(204);
  expect(lineOf('refused something')).toMatchObject({ kind: 'policy', field: 'script-src-elem', fault: 'inline' });
  expect(portal.logged()).not.toMatch(/evil|sandbox-carla|alert/);
});

test('nobody can fill the log: an address may report ten small, well-formed faults a minute', async () => {
  const send = (body: unknown) => portal.call('POST', '/browser-faults', { body });
  expect((await send({ name: 'TypeError', stack: 'x'.repeat(20_000) })).status).toBe(413);
  expect((await send({ name: 1 })).status).toBe(422);
  const sent: number[] = [];
  for (let n = 0; n < 12; n += 1) sent.push((await send({ name: 'TypeError' })).status);
  expect(sent.filter((status) => status === 204).length).toBeLessThanOrEqual(10);
  expect(sent.at(-1)).toBe(429);
});

test('all addresses together report 600 faults a minute, and an IPv6 /48 counts as one address', async () => {
  const own = await ownPortal({ TRUST_PROXY: '1' });
  const send = async (from: string) => {
    const headers = { 'x-forwarded-for': from };
    return (await own.call('POST', '/browser-faults', { body: { name: 'TypeError' }, headers })).status;
  };
  const ofOneSite: number[] = [];
  for (let n = 0; n < 12; n += 1) ofOneSite.push(await send(`2001:db8:7:${n}::1`));
  expect(ofOneSite.filter((status) => status === 204)).toHaveLength(10);
  const sent = await Promise.all(Array.from({ length: 600 }, (_, n) => send(`198.51.100.${n % 100}`)));
  expect(sent.filter((status) => status === 204)).toHaveLength(600 - 10);
  expect(await send('203.0.113.7')).toBe(429);
});
