import { describe, type TestContext, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { portalOf } from '../bff/own-portal.ts';
import { staffOf, subjectOf } from '../bff/staff.ts';
import { inWaves, NAMES } from './attack.ts';

// A customer's own link used by a script: it gets no more than its share, and nothing of others. These tests wait for
// a slow CRM, so they run at the same time.

const VERIFY = '/api/contacts/verify';
const PROPS = { props: { survey1_panels_age: '3-4' } };
const madeUp = (n: number) => `/api/contacts/deals/${4_150_868_000_009_000_000n + BigInt(n)}`;

/** A portal with this limit of a link on a CRM that takes this long, and a clock that can be moved forward. */
async function portalWith(test: TestContext, requestsPerLink: number, latencyMs: number) {
  const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
  const env = { LOG_LEVEL: 'error', REQUESTS_PER_LINK: String(requestsPerLink) };
  const portal = await portalOf(test, env, clock, { latencyMs });
  const pass = (ms: number) => {
    clock.offsetMs += ms;
  };
  return { portal, pass };
}

describe.concurrent('one link', () => {
  test('200 changes of made-up deals cost the CRM one call for two accepted requests; the rest are refused', async (context) => {
    const { expect } = context;
    const { portal } = await portalWith(context, 60, 0);
    const anna = portal.as('anna');
    expect((await anna.get(VERIFY)).status).toBe(200);
    // Slow enough that all requests have come before the CRM answers the first, on any machine.
    await portal.fault({ kind: 'latency', ms: 2_000 });
    let counts: Record<number, number> = {};
    const calls = await portal.crmCallsOf(async () => {
      counts = await inWaves(200, 200, (n) => anna.put(madeUp(n), PROPS));
    });
    expect(calls.length).toBeLessThanOrEqual(60 / 2);
    expect(counts).toEqual({ 404: 60, 429: 200 - 60 });
  });

  test('may make twice as many requests in an hour as in a minute', async (context) => {
    const { expect } = context;
    const { portal, pass } = await portalWith(context, 10, 0);
    const joke = portal.as('joke');
    // The first request proves the link; another limit counts it.
    await joke.get(VERIFY);
    const inAMinute = () => inWaves(12, 4, () => joke.get('/api/contacts/photos'));
    expect(await inAMinute()).toEqual({ 200: 10, 429: 2 });
    pass(60_000);
    expect(await inAMinute()).toEqual({ 200: 10, 429: 2 });
    pass(60_000);
    expect(await inAMinute()).toEqual({ 429: 12 });
    pass(58 * 60_000);
    expect(await inAMinute()).toEqual({ 200: 10, 429: 2 });
  });

  test.for([
    ['that is known', 'fatima', true],
    ['that nobody opened yet', 'hanna', false],
  ] as const)(
    '%s: 70 saves at once through one link do not stop other customers from saving and reading',
    async ([, name, isKnown], context) => {
      const { expect } = context;
      const { portal } = await portalWith(context, 300, 300);
      const one = portal.as(name);
      const others = ['bram', 'daan', 'gerrit', 'karel', 'lotte'].map(portal.as);
      const opened = await Promise.all((isKnown ? [one, ...others] : others).map((each) => each.get(VERIFY)));
      for (const { status } of opened) expect(status).toBe(200);
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
    },
  );

  test('cannot lock a deal of another customer: meanwhile its owner signs and staff work on it', async (context) => {
    const { expect } = context;
    const { portal, pass } = await portalWith(context, 100_000, 300);
    const others = NAMES.filter((name) => name !== 'bram').map(portal.as);
    await Promise.all(others.map((each) => each.get(VERIFY)));
    // The cached reads of their deals are old now, so each attempt has to call the CRM.
    pass(31_000);
    const bram = portal.as('bram');
    const path = bram.deal;
    const { fingerprint } = (await bram.get(path)).body.deal as Deal;
    await portal.sandbox('DELETE', '/sandbox/requests');
    const script = inWaves(33, 33, (n) => (others[n % others.length] ?? bram).put(path, PROPS));
    await portal.asked('/coql');
    const approved = await bram.post(`${path}/approve`, { survey1_approve_clicked: true, fingerprint });
    const signed = bram.post(`${path}/approve`, { gaikan_signature_plain: 'Bram', fingerprint });
    const noted = staffOf(portal).act({ action: 'gaikan_called_noanswer', ...subjectOf(portal, 'bram') });
    const statuses = [approved.status, (await signed).status, (await noted).status];
    expect(await script).toEqual({ 404: 33 });
    // Staff may be refused because the deal is being signed, but not by a lock of the script.
    expect(statuses.slice(0, 2)).toEqual([200, 200]);
    expect([200, 409]).toContain(statuses[2]);
  });
});
