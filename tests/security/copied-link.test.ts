import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Deal } from '../../bff/view-models/deal.ts';
import { type Portal, startPortal } from '../bff/portal.ts';
import { inWaves } from './attack.ts';

// A stranger floods the portal with a copy of a customer's link. The link's owner, at home, can continue.

const HOME = { 'x-forwarded-for': '192.0.2.7' };
const ELSEWHERE = { 'x-forwarded-for': '203.0.113.9' };
const VERIFY = '/api/contacts/verify';
const MINUTE_MS = 60_000;

/**
 * The requests that a link may make in a minute. One address may make a fifteenth of them, all addresses together a
 * third.
 */
const OF_LINK = 60;
const OF_ADDRESS = 4;
const OF_ADDRESSES = 20;

const clock = { offsetMs: 0, now: () => Date.now() + clock.offsetMs };
let portal: Portal;
async function start(requestsPerLink: number, settings = {}) {
  clock.offsetMs = 0;
  const env = { LOG_LEVEL: 'error', TRUST_PROXY: '1', FIRST_VIEW_WAIT_MS: '5000' };
  portal = await startPortal({ ...env, REQUESTS_PER_LINK: String(requestsPerLink) }, clock, settings);
}
beforeEach(() => start(OF_LINK));
afterEach(() => portal.close());

/** Calls with bram's link from an address. */
function visitorAt(at: Record<string, string>, name = 'bram') {
  const { hash, deal } = portal.as(name);
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    portal.call(method, path, { hash, headers: { ...at, ...headers }, ...(body !== undefined && { body }) });
  return {
    deal,
    page: () => portal.call('GET', `/?survey_hash=${hash}`, { headers: at }),
    get: (path: string) => call('GET', path),
    post: (path: string, body: unknown, headers = {}) => call('POST', path, body, headers),
  };
}

/** Sends requests until the link's limit for an hour is used up, and then more. */
async function hammer(path: string): Promise<Record<number, number>> {
  const stranger = visitorAt(ELSEWHERE);
  await stranger.get(path);
  const counts: Record<number, number> = {};
  for (let minute = 0; minute < 3; minute += 1) {
    for (const [status, count] of Object.entries(await inWaves(OF_LINK + 20, 10, () => stranger.get(path)))) {
      counts[Number(status)] = (counts[Number(status)] ?? 0) + count;
    }
    clock.offsetMs += MINUTE_MS;
  }
  return counts;
}

describe('security 46 a link that a stranger floods', () => {
  test('still lets its owner open the page, read the deal, approve, sign, get the PDF and withdraw', async () => {
    const counts = await hammer(VERIFY);
    expect(counts[429]).toBeGreaterThan(0);
    const owner = visitorAt(HOME);
    const page = await owner.page();
    expect([page.status, String(page.body)]).toEqual([200, expect.stringContaining('Uw offerte:')]);
    expect((await owner.post(VERIFY, {})).status).toBe(200);
    const read = await owner.get(owner.deal);
    expect(read.status).toBe(200);
    const { fingerprint } = read.body.deal as Deal;
    const approve = (body: object) => owner.post(`${owner.deal}/approve`, { ...body, fingerprint });
    const statuses = [
      (await approve({ survey1_approve_clicked: true })).status,
      (await approve({ gaikan_signature_plain: 'Bram Visser' })).status,
      (await owner.get(`${owner.deal}/offerte.pdf`)).status,
      (await owner.get(`${owner.deal}/withdraw`)).status,
      (await owner.post(`${owner.deal}/withdraw`, {})).status,
    ];
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  test('still lets its owner decline, and at the address of the stranger too the page opens and every legal act works', async () => {
    await hammer(VERIFY);
    const neighbour = visitorAt(ELSEWHERE);
    expect((await neighbour.get(VERIFY)).status).toBe(429);
    expect(String((await neighbour.page()).body)).toContain('Uw offerte:');
    expect((await visitorAt(HOME).post(`${neighbour.deal}/decline`, {})).status).toBe(200);
    const approved = await neighbour.post(`${neighbour.deal}/approve`, { survey1_approve_clicked: true });
    const signed = await neighbour.post(`${neighbour.deal}/approve`, { gaikan_signature_plain: 'Bram Visser' });
    const pdf = await neighbour.get(`${neighbour.deal}/offerte.pdf`);
    const withdrawn = await neighbour.post(`${neighbour.deal}/withdraw`, {});
    expect([approved, signed, pdf, withdrawn].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('costs no more than a fixed number of CRM calls in an hour, from one address and from many', async () => {
    const stranger = visitorAt(ELSEWHERE);
    await stranger.get(VERIFY);
    let answered = 0;
    const ask = async (at: Record<string, string>, path: string, times: number) => {
      const counts = await inWaves(times, 10, () => visitorAt(at).get(path));
      answered += times - (counts[429] ?? 0);
    };
    for (let minute = 0; minute < 3; minute += 1) {
      await ask(ELSEWHERE, VERIFY, OF_LINK + 20);
      await ask(ELSEWHERE, `${stranger.deal}/withdraw`, OF_LINK);
      await ask(ELSEWHERE, `${stranger.deal}/offerte.pdf`, 2 * OF_ADDRESS);
      clock.offsetMs += MINUTE_MS;
    }
    // The sum of three limits: of the link, of one address for calls of its page, and of legal acts.
    expect(answered).toBeLessThanOrEqual(2 * (OF_LINK + OF_ADDRESS + OF_ADDRESS));
    for (let n = 0; n < 20; n += 1) await ask({ 'x-forwarded-for': `198.51.100.${n}` }, VERIFY, 10);
    expect(answered).toBeLessThanOrEqual(2 * (OF_LINK + OF_ADDRESSES + OF_ADDRESS));
    // Anybody can get 65,536 networks of one IPv6 /48.
    const before = answered;
    clock.offsetMs += 61 * MINUTE_MS;
    for (let n = 0; n < 20; n += 1) await ask({ 'x-forwarded-for': `2001:db8:1:${n}::1` }, VERIFY, 10);
    expect(answered - before).toBeLessThanOrEqual(OF_LINK + OF_ADDRESS);
  });

  test('does not count the PDFs, choices and refusals of a stranger against the owner', async () => {
    await portal.close();
    await start(3_000);
    const stranger = visitorAt(ELSEWHERE, 'carla');
    const owner = visitorAt(HOME, 'carla');
    await stranger.get(VERIFY);
    for (let n = 0; n < 12; n += 1) {
      await stranger.post(`${stranger.deal}/decline`, { reason: `Reden ${n}` });
      await stranger.post(`${stranger.deal}/approve`, { survey1_approve_clicked: true, financing: n % 2 === 0 });
      clock.offsetMs += 3_000;
    }
    await inWaves(25, 5, () => stranger.get(`${stranger.deal}/offerte.pdf`));
    const statuses = [
      (await owner.get(`${owner.deal}/offerte.pdf`)).status,
      (await owner.post(`${owner.deal}/decline`, { reason: 'Toch niet' })).status,
      (await owner.post(`${owner.deal}/approve`, { survey1_approve_clicked: true, financing: true })).status,
    ];
    expect(statuses).toEqual([200, 200, 200]);
  });
});

test('security 46 a stranger’s saves without pause do not delay a signature', async () => {
  await portal.close();
  await start(3_000, { latencyMs: 100 });
  const stranger = visitorAt(ELSEWHERE);
  const owner = visitorAt(HOME);
  const { fingerprint } = (await owner.get(owner.deal)).body.deal as Deal;
  const sign = (body: object) => owner.post(`${owner.deal}/approve`, { ...body, fingerprint });
  let isOver = false;
  const save = async (n: number) => {
    for (let round = 0; !isOver; round += 1) {
      await stranger.post(stranger.deal, { props: { survey1_panels_age: (n + round) % 2 === 0 ? '3-4' : '5-10' } });
    }
  };
  const script = Promise.all(Array.from({ length: 40 }, (_, n) => save(n)));
  await portal.asked('/coql', 3);
  const statuses = [
    (await sign({ survey1_approve_clicked: true })).status,
    (await sign({ gaikan_signature_plain: 'Bram Visser' })).status,
  ];
  isOver = true;
  await script;
  expect(statuses).toEqual([200, 200]);
});

describe('security 47 a link that was replaced', () => {
  const NEW_HASH = 'replaced-link-000000000000';
  const details = { properties: { Mailing_City: 'Ede' } };

  const replaced = async (name: string) => {
    const { contactId } = portal.as(name);
    await portal.salesOps('Contacts', contactId, { survey1_hash: NEW_HASH });
  };

  test('gets no answer to an earlier press, at its first repeat or later', async () => {
    const bram = visitorAt(HOME);
    const key = { 'idempotency-key': 'remembered-press-1' };
    const approve = (headers: Record<string, string> = key) =>
      bram.post(`${bram.deal}/approve`, { survey1_approve_clicked: true }, headers);
    const ask = () => bram.post(`${bram.deal}/question`, { text: 'Past dit in de garage?' }, key);
    expect([(await approve()).status, (await ask()).status]).toEqual([200, 200]);
    // An honest repeat costs one look-up.
    const calls = await portal.crmCallsOf(async () => expect((await approve()).status).toBe(200));
    expect(calls).toHaveLength(1);
    await replaced('bram');
    const { status, body } = await approve();
    expect([status, body.error, body.deal]).toEqual([404, 'not_found', undefined]);
    expect((await ask()).status).toBe(404);
    expect((await approve({ 'idempotency-key': 'remembered-press-2' })).status).toBe(404);
  });

  test('counts repeats towards its limits', async () => {
    const bram = visitorAt(ELSEWHERE);
    await bram.get(VERIFY);
    const key = { 'idempotency-key': 'remembered-press-3' };
    const ask = () => bram.post(`${bram.deal}/question`, { text: 'Past dit in de garage?' }, key);
    const sign = () => bram.post(`${bram.deal}/approve`, { survey1_approve_clicked: true }, key);
    const [asked, signed] = [await inWaves(100, 10, ask), await inWaves(20, 10, sign)];
    expect([asked, signed]).toEqual([
      { 200: OF_LINK, 429: 100 - OF_LINK },
      { 200: OF_ADDRESS, 429: 20 - OF_ADDRESS },
    ]);
  });

  test('gets no answer to a repeated press about a deal that moved to another contact', async () => {
    const bram = visitorAt(HOME);
    const key = { 'idempotency-key': 'remembered-press-4' };
    const approve = () => bram.post(`${bram.deal}/approve`, { survey1_approve_clicked: true }, key);
    expect((await approve()).status).toBe(200);
    await portal.salesOps('Deals', portal.as('bram').dealId, { Contact_Name: portal.as('carla').contactId });
    expect((await approve()).status).toBe(404);
  });

  test('opens nothing on any route, whatever was requested with the link before', async () => {
    const bram = visitorAt(HOME);
    const every = () =>
      Promise.all([
        bram.get(VERIFY),
        bram.post(VERIFY, {}),
        bram.get(bram.deal),
        bram.get(`${bram.deal}/offerte.pdf`),
        bram.get(`${bram.deal}/withdraw`),
        bram.get('/api/contacts/photos'),
        bram.post('/api/contacts/address', { zip: '6711 AB', number: 14 }),
        bram.post('/api/contacts/contactDetails', details),
        bram.post(`${bram.deal}/question`, { text: 'Past dit?' }),
      ]);
    expect((await every()).map(({ status }) => status)).toEqual(Array(9).fill(200));
    await replaced('bram');
    expect((await every()).map(({ status }) => status)).toEqual(Array(9).fill(404));
    expect(String((await bram.page()).body)).not.toContain('Visser');
  });
});
