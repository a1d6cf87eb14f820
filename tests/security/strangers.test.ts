import { beforeEach, describe, expect, test } from 'vitest';
import { KeyedMarks } from '../../bff/access/keyed-marks.ts';
import { newKeyedLink } from '../../bff/access/survey-link.ts';
import { leadHash } from '../../fixtures/crm-sandbox/seed/generated-leads.ts';
import { pdfDesk } from '../bff/documents/pdf-desk.ts';
import { openPortal, ownPortal } from '../bff/own-portal.ts';
import { attack, guessedLink, inWaves, NAMES } from './attack.ts';

// Visitors without a link guess: they get nowhere, cost the CRM little, and nobody with a right link notices.

const LATENCY_MS = 300;
const VERIFY = '/api/contacts/verify';
const SECRET = 'tests-sign-with-this-secret-of-42-letters-x';
/** Look-ups that an address may make in a minute. */
const PER_ADDRESS = 30;

let address = 0;
/** An unused address. */
const someone = () => {
  address += 1;
  return `127.9.${Math.floor(address / 200)}.${(address % 200) + 1}`;
};
// This CRM is so slow that no page waits for it. The limit of a link has the product's own value; other tests raise
// it.
const env = { LOG_LEVEL: 'error', PORTAL_SECRET: SECRET, FIRST_VIEW_WAIT_MS: '100', REQUESTS_PER_LINK: '' };
const portal = await openPortal(env, undefined, { latencyMs: LATENCY_MS, contacts: 500 });

describe('visitors who disconnect before the CRM answers', () => {
  test.each([
    ['a call', (n: number) => ({ path: VERIFY, hash: guessedLink(n) })],
    ['the page', (n: number) => ({ path: `/?survey_hash=${guessedLink(1_000 + n)}` })],
  ])('%s: 200 look-ups from one address cost the CRM no more than its budget', async (_, guess) => {
    const from = someone();
    const calls = await portal.crmCallsOf(() =>
      inWaves(200, 20, (n) => attack(portal, { from, ...guess(n), hangUpAfterMs: 60 })),
    );
    // The first look-up may cost two calls.
    expect(calls.length).toBeLessThanOrEqual(PER_ADDRESS + 3);
    // On a busy machine some disconnect before the portal has read their request: those do not count, and cost nothing.
    let more = 0;
    const next = () => attack(portal, { from, path: VERIFY, hash: guessedLink(9_000 + more++) });
    await expect.poll(async () => (await next()).status, { interval: 1 }).toBe(429);
    expect(more).toBeLessThanOrEqual(PER_ADDRESS);
  });

  test('60 visitors who disconnect do not delay a known customer', async () => {
    await Promise.all(NAMES.map((name) => portal.as(name).get(VERIFY)));
    let isOver = false;
    const begun: Promise<unknown>[] = [];
    const guessers = Array.from({ length: 60 }, async (_, n) => {
      for (let round = 0; !isOver; round += 1) {
        const hash = guessedLink(10_000 + n * 1_000 + round);
        const guess = attack(portal, { from: someone(), path: VERIFY, hash, hangUpAfterMs: 150 });
        begun.push(guess);
        await guess;
      }
    });
    // By then sixty others are waiting again.
    await Promise.all(begun);
    const visits = await Promise.all(NAMES.map((name) => portal.as(name).get(VERIFY)));
    isOver = true;
    await Promise.all(guessers);
    expect(visits.map(({ status }) => status)).toEqual(NAMES.map(() => 200));
  });
});

describe('visitors who guess', () => {
  test('twelve guesses at once are counted before they are looked up, so only the four within the limit are looked up', async () => {
    const small = await ownPortal({ LOG_LEVEL: 'error', UNKNOWN_LINKS_PER_MINUTE: '10' }, undefined, {
      latencyMs: 100,
    });
    const guess = (n: number) => attack(small, { from: '127.9.9.9', path: VERIFY, hash: guessedLink(n) });
    await guess(0);
    let counts: Record<string, number> = {};
    const calls = await small.crmCallsOf(async () => {
      counts = await inWaves(12, 12, guess);
    });
    expect(counts).toEqual({ 404: 4, 429: 8 });
    // Each of the four look-ups reads the link with its deals, and then the link alone.
    expect(calls.length).toBeLessThanOrEqual(8);
  });

  test('a made-up link in our format is a guess like any other; a right one works at an address that used up its guesses', async () => {
    const from = someone();
    const forged = () => newKeyedLink(new KeyedMarks([SECRET])).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const guesser = someone();
    const guesses = await inWaves(PER_ADDRESS + 1, PER_ADDRESS + 1, () =>
      attack(portal, { from: guesser, path: VERIFY, hash: forged() }),
    );
    expect(guesses).toEqual({ 404: PER_ADDRESS, 429: 1 });

    const { contactId } = portal.as('ivo');
    const own = newKeyedLink(new KeyedMarks([SECRET]));
    await portal.salesOps('Contacts', contactId, { survey1_hash: own });
    await inWaves(60, 30, (n) => attack(portal, { from, path: VERIFY, hash: guessedLink(80_000 + n) }));
    expect((await attack(portal, { from, path: VERIFY, hash: guessedLink(90_000) })).status).toBe(429);
    expect((await attack(portal, { from, path: VERIFY, hash: own })).status).toBe(200);
  });
});

describe('visitors who request links by mail', () => {
  test('600 requests from 60 addresses cost at most two CRM calls for each address; another address is served meanwhile', async () => {
    const mailed = await ownPortal({ LOG_LEVEL: 'error' }, undefined, { latencyMs: 50 });
    const ask = (from: string, n: number) =>
      attack(mailed, { from, path: '/api/contacts/link', method: 'POST', body: { email: `nobody${n}@example.nl` } });
    let honest = 0;
    const calls = await mailed.crmCallsOf(async () => {
      const flood = inWaves(600, 60, (n) => ask(`127.7.0.${(n % 60) + 1}`, n));
      honest = (await ask(someone(), 9_999)).status;
      await flood;
    });
    expect(honest).toBe(202);
    // The first request of each address, 30 repeats a minute, and the request of the other address.
    expect(calls.length).toBeLessThanOrEqual(60 + 2 * 30 + 1);
  });

  test('a stranger who knows the mail addresses of 105 customers has 50 links mailed; the copy of an order still goes out', async () => {
    const mailed = await ownPortal({ LOG_LEVEL: 'error' }, undefined, { contacts: 105 });
    const counts = await inWaves(105, 20, (n) => {
      const body = { email: `lead-${String(n).padStart(6, '0')}@example.nl` };
      return attack(mailed, { from: someone(), path: '/api/contacts/link', method: 'POST', body });
    });
    await mailed.settled();
    const sentTo = async () => (await mailed.outbox()).map(({ to }) => to[0]?.email);
    expect([counts, (await sentTo()).length]).toEqual([{ 202: 105 }, 50]);

    const { Email } = await mailed.record('Contacts', mailed.as('bram').contactId);
    await pdfDesk(mailed).sign('bram', 'Bram van ’t Hof');
    expect(await sentTo()).toContain(Email);
  });
});

describe('many people at one address', () => {
  beforeEach(() => portal.sandbox('POST', '/sandbox/reset'));

  test('a family with five phones on one link opens page, quote and photos, and saves, all at once: nobody is limited', async () => {
    const { hash, deal } = portal.as('carla');
    const from = someone();
    const reads = ['/', VERIFY, deal, '/api/contacts/photos'].map((path) =>
      path === '/' ? { path: `/?survey_hash=${hash}` } : { path, hash },
    );
    const body = { properties: { Mailing_City: 'Ede' } };
    const save = { path: '/api/contacts/contactDetails', method: 'POST', hash, body };
    const visit = [...reads, save];
    const openAll = () =>
      inWaves(5 * visit.length, 5 * visit.length, (n) =>
        attack(portal, { from, ...(visit[n % visit.length] ?? save) }),
      );
    // First as newcomers, then with a known link.
    expect([await openAll(), await openAll()]).toEqual([{ 200: 25 }, { 200: 25 }]);
  });

  test('twelve newcomers at once cost at most one CRM call each, though each loads a page that does not wait for the CRM and then makes a call', async () => {
    const from = someone();
    const open = async (hash: string) => {
      await attack(portal, { from, path: `/?survey_hash=${hash}` });
      return attack(portal, { from, path: VERIFY, hash });
    };
    let counts: Record<string, number> = {};
    const calls = await portal.crmCallsOf(async () => {
      counts = await inWaves(12, 12, (n) => open(leadHash(n)));
    });
    const lookUps = calls.filter((call) => JSON.stringify(call).includes('sandbox-lead-'));
    expect(counts).toEqual({ 200: 12 });
    expect(lookUps.length).toBeLessThanOrEqual(12);
  });

  test('sixty known customers and sixty newcomers get in while two hundred addresses guess', async () => {
    const busy = await ownPortal({ LOG_LEVEL: 'error' }, undefined, { latencyMs: 200, contacts: 120 });
    const open = (from: string, n: number) => attack(busy, { from, path: VERIFY, hash: leadHash(n) });
    await inWaves(60, 60, (n) => open(someone(), n));
    let isOver = false;
    let guesses = 0;
    const guessers = Array.from({ length: 100 }, async (_, n) => {
      for (let round = 0; !isOver; round += 1) {
        const from = `127.8.0.${((2 * n + round) % 200) + 1}`;
        await attack(busy, { from, path: VERIFY, hash: guessedLink(n * 1_000 + round) });
        guesses += 1;
      }
    });
    while (guesses < 300) await new Promise((resolve) => setImmediate(resolve));
    const shared = someone();
    const [known, newcomers, together] = await Promise.all([
      inWaves(60, 60, (n) => open(someone(), n)),
      inWaves(30, 30, (n) => open(someone(), 60 + n)),
      inWaves(30, 30, (n) => open(shared, 90 + n)),
    ]);
    isOver = true;
    await Promise.all(guessers);
    const { most } = await busy.sandbox<{ most: number }>('GET', '/sandbox/at-once');
    expect([known, newcomers, together]).toEqual([{ 200: 60 }, { 200: 30 }, { 200: 30 }]);
    expect(most).toBeLessThanOrEqual(8);
  });

  test('five hundred phones behind one carrier can open their older links at once', async () => {
    const crowded = await ownPortal({ LOG_LEVEL: 'error' }, undefined, { contacts: 500, latencyMs: 50 });
    const from = someone();
    const counts = await inWaves(500, 500, (n) => attack(crowded, { from, path: VERIFY, hash: leadHash(n) }));
    expect(counts).toEqual({ 200: 500 });
  });
});
