import { expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { openPortal } from '../bff/own-portal.ts';
import { startPortal } from '../bff/portal.ts';
import { staffOf, subjectOf } from '../bff/staff.ts';
import { inWaves } from './attack.ts';

// A customer's own link used by a script: it gets no more than its share, and nothing of others.

const VERIFY = '/api/contacts/verify';
const REQUESTS_PER_LINK = 300;
const NAMES = ['anna', 'bram', 'carla', 'daan', 'eva', 'fatima', 'gerrit', 'hanna', 'ivo', 'joke', 'karel', 'lotte'];

const portal = await openPortal({ LOG_LEVEL: 'error', REQUESTS_PER_LINK: String(REQUESTS_PER_LINK) }, undefined, {
  latencyMs: 300,
});

const madeUp = (n: number) => `/api/contacts/deals/${4_150_868_000_009_000_000n + BigInt(n)}`;
const PROPS = { props: { survey1_panels_age: '3-4' } };

test('1,000 changes of made-up deals by one link cost the CRM one call for two accepted requests; the rest are refused', async () => {
  const anna = portal.as('anna');
  expect((await anna.get(VERIFY)).status).toBe(200);
  let counts: Record<number, number> = {};
  const calls = await portal.crmCallsOf(async () => {
    counts = await inWaves(1_000, 40, (n) => anna.put(madeUp(n), PROPS));
  });
  expect(calls.length).toBeLessThanOrEqual(REQUESTS_PER_LINK / 2);
  expect(counts).toEqual({ 404: REQUESTS_PER_LINK, 429: 1_000 - REQUESTS_PER_LINK });
});

test('a link may make twice as many requests in an hour as in a minute', async () => {
  const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
  const own = await startPortal({ LOG_LEVEL: 'error', REQUESTS_PER_LINK: '10' }, undefined, {}, clock);
  const joke = own.as('joke');
  // The first request proves the link; another limit counts it.
  await joke.get(VERIFY);
  const inAMinute = () => inWaves(12, 4, () => joke.get('/api/contacts/photos'));
  expect(await inAMinute()).toEqual({ 200: 10, 429: 2 });
  clock.offsetMs += 60_000;
  expect(await inAMinute()).toEqual({ 200: 10, 429: 2 });
  clock.offsetMs += 60_000;
  expect(await inAMinute()).toEqual({ 429: 12 });
  clock.offsetMs += 58 * 60_000;
  expect(await inAMinute()).toEqual({ 200: 10, 429: 2 });
  await own.close();
});

test.each([
  ['a link that is known', 'fatima', true],
  ['a link that nobody opened yet', 'hanna', false],
])('70 saves at once by %s do not stop other customers from saving and reading', async (_, name, isKnown) => {
  const one = portal.as(name);
  const others = ['bram', 'daan', 'gerrit', 'karel', 'lotte'].map((name) => portal.as(name));
  for (const each of isKnown ? [one, ...others] : others) expect((await each.get(VERIFY)).status).toBe(200);
  const details = (n: number) => ({ properties: { Mailing_City: `Plaats ${n}` } });
  const path = '/api/contacts/contactDetails';
  let isOver = false;
  const script = Array.from({ length: 70 }, async (_, n) => {
    for (let round = 0; !isOver && round < 3; round += 1) await one.post(path, details(n));
  });
  const statuses = await Promise.all(
    others.map(async (each, n) => {
      const [saved, read] = await Promise.all([each.post(path, details(n)), each.get(VERIFY)]);
      return [saved.status, read.status];
    }),
  );
  isOver = true;
  await Promise.all(script);
  // A refused script is not a fault of ours: it must not hide real errors in the log.
  expect(portal.logged()).not.toContain('"level":50');
  expect(statuses).toEqual(others.map(() => [200, 200]));
});

test('a link gets no lock on a deal of another: the owner signs and staff work meanwhile', async () => {
  const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
  const own = await startPortal({ LOG_LEVEL: 'error' }, undefined, { latencyMs: 300 }, clock);
  const others = NAMES.filter((name) => name !== 'bram').map(own.as);
  await Promise.all(others.map((each) => each.get(VERIFY)));
  // The cached reads of their deals are old now, so each attempt has to call the CRM.
  clock.offsetMs += 31_000;
  const bram = own.as('bram');
  const path = `/api/contacts/deals/${bram.dealIds[0]}`;
  const { fingerprint } = (await bram.get(path)).body.deal as Deal;
  await own.sandbox('DELETE', '/sandbox/requests');
  const script = inWaves(33, 33, (n) => (others[n % others.length] ?? bram).put(path, PROPS));
  await own.asked('/coql');
  const approved = await bram.post(`${path}/approve`, { survey1_approve_clicked: true, fingerprint });
  const signed = bram.post(`${path}/approve`, { gaikan_signature_plain: 'Bram', fingerprint });
  const noted = staffOf(own).act({ action: 'gaikan_called_noanswer', ...subjectOf(own, 'bram') });
  const statuses = [approved.status, (await signed).status, (await noted).status];
  expect(await script).toEqual({ 404: 33 });
  // Staff may be refused because the deal is being signed, but not by a lock of the script.
  expect(statuses.slice(0, 2)).toEqual([200, 200]);
  expect([200, 409]).toContain(statuses[2]);
  await own.close();
});
