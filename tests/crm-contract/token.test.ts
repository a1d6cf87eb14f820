import { describe, expect, onTestFinished } from 'vitest';
import { InMemoryStore } from '../../bff/shared-store/shared-store.ts';
import type { TokenKeeper } from '../../crm-contract/http/token.ts';
import { MOST_REQUESTS } from '../../crm-contract/http/token-pace.ts';
import { manualClock } from './clocks.ts';
import { CONTACT_ID, connect, errorOf, flatError, test } from './connect.ts';
import { type Answer, empty, grant, hang, html, json, reset, startFaultCrm } from './fault-crm.ts';
import { endpoint, keeper, keepers, processes, tokenOf } from './token-keepers.ts';

const HOUR_MS = 3_600_000;

describe('crm-api §1.2 asking for a token', () => {
  test('no token is requested before the first call, and then one, as a form', async ({ crm, server, context }) => {
    expect(server.tokenRequests).toHaveLength(0);
    await crm.contacts.read(CONTACT_ID, context());
    await crm.contacts.read(CONTACT_ID, context());
    expect(server.tokenRequests).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(server.tokenRequests[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      client_id: '1000.CLIENT',
      client_secret: 'client-secret',
      refresh_token: '1000.refresh',
    });
    expect(server.seen[0]?.headers.authorization).toBe('Zoho-oauthtoken token-1');
  });

  test('the token is renewed in the background between 80 and 90 % of its life, while the old one is used', async () => {
    const { clock, server, tokens } = await keeper();
    expect(await tokenOf(tokens)).toBe('token-1');
    server.tokenAnswers(grant('token-2'));
    clock.pass(HOUR_MS * 0.79);
    expect(await tokenOf(tokens)).toBe('token-1');
    expect(server.tokenRequests).toHaveLength(1);
    clock.pass(HOUR_MS * 0.12);
    expect(await tokenOf(tokens)).toBe('token-1');
    await expect.poll(() => tokenOf(tokens)).toBe('token-2');
    expect(server.tokenRequests).toHaveLength(2);
  });

  test('expires_in is in milliseconds when expires_in_sec is there too', async () => {
    const { clock, server, tokens } = await keeper(grant('old', { expires_in_sec: 3600, expires_in: 3_600_000 }));
    await tokenOf(tokens);
    clock.pass(HOUR_MS * 1.01);
    server.tokenAnswers(grant('new'));
    expect(await tokenOf(tokens)).toBe('new');
  });

  test('an answer with a token is accepted, whatever its status', async () => {
    const { tokens } = await keeper(json(400, { access_token: 'token-1', expires_in: 3600 }));
    expect(await tokenOf(tokens)).toBe('token-1');
  });
});

describe('crm-api §1.3 no token is available', () => {
  test.each<[string, string, Answer, string]>([
    ['200 with an error word', 'unauthorized', json(200, { error: 'invalid_code' }), 'invalid_code'],
    ['400 Access Denied', 'unauthorized', json(400, { error: 'Access Denied', status: 'failure' }), 'access_denied'],
    ['HTML', 'malformed', html(502), 'not_json'],
    ['a reset', 'unreachable', reset, 'UND_ERR_SOCKET'],
  ])('%s: the error is "%s", says when to try again, and nothing is sent', async (_name, kind, answer, code) => {
    const { crm, server, context } = await connect();
    server.tokenAnswers(answer);
    const error = await errorOf(crm.deals.update(CONTACT_ID, { Stage: 'x' }, context()));
    expect(error).toMatchObject({ kind, sent: 'no' });
    expect([code, 'ECONNRESET']).toContain(error.code);
    expect(error.retryAfterMs).toBeGreaterThan(0);
    expect(server.seen).toHaveLength(0);
    expect(server.tokenRequests).toHaveLength(1);
  });

  test('a token endpoint that hangs costs the caller no more than its deadline', async ({ crm, server, context }) => {
    server.tokenAnswers(hang);
    expect(await errorOf(crm.contacts.read(CONTACT_ID, context({ ms: 2_000 })))).toMatchObject({ kind: 'timeout' });
  });
});

describe('reliability §1.2 token budget', () => {
  test.each([
    ['no token is given', json(200, { error: 'invalid_code' })],
    ['each token is refused after some seconds', grant()],
  ])('there are at most five requests in ten minutes, however often a token is needed: %s', async (_name, answer) => {
    const { clock, server, tokens } = await keeper(answer);
    for (let second = 0; second < 599; second += 1) {
      const token = await tokens.current(1_000);
      if ('generation' in token && second % 12 === 11) tokens.refused(token.generation);
      clock.pass(1_000);
    }
    expect(server.tokenRequests).toHaveLength(5);
  });

  test('each failure in a row waits longer, so that a short outage does not use up the budget', async () => {
    const { clock, server, tokens } = await keeper(html(503));
    const asked = async () => {
      await tokens.current(1_000);
      return server.tokenRequests.length;
    };
    expect(await asked()).toBe(1);
    clock.pass(999);
    expect(await asked()).toBe(1);
    clock.pass(1);
    expect(await asked()).toBe(2);
    clock.pass(1_000);
    expect(await asked()).toBe(2);
    server.tokenAnswers(grant());
    clock.pass(9_000);
    expect(await tokenOf(tokens)).toBe('token-1');
  });

  test.each([
    [1, 'whose token expires'],
    [2, 'whose token expires'],
    [3, 'whose token expires'],
    [1, 'that start'],
    [3, 'that start'],
  ])('%i processes %s in an outage have a new token within four minutes after the outage', async (count, which) => {
    const clock = manualClock();
    const { askedAt, said, sender } = endpoint(clock);
    const all = processes(count, 'http://127.0.0.1', sender, clock);
    const hasToken = which === 'whose token expires';
    if (hasToken) for (const tokens of all) await tokenOf(tokens);
    said.text = '<html>';
    for (let second = 1; second <= 7_200; second += 1) {
      clock.pass(1_000);
      for (const tokens of all) await tokens.current(1_000);
      // Lets background work end.
      await new Promise(setImmediate);
    }
    const inOutage = askedAt.slice(hasToken ? 1 : 0);
    const gaps = inOutage.slice(1).map((at, n) => at - (inOutage[n] ?? 0));
    expect(inOutage.length).toBeGreaterThan(15);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(205_000);
    const inTenMinutes = askedAt.map((at) => askedAt.filter((other) => other >= at && other < at + 600_000).length);
    expect(Math.max(...inTenMinutes)).toBeLessThanOrEqual(5);
    for (const tokens of all) tokens.refused(1);
    for (const tokens of all) expect(await tokenOf(tokens)).toMatchObject({ kind: 'malformed' });
    said.text = JSON.stringify({ access_token: 'token-2', expires_in: 3_600 });
    clock.pass(205_000);
    for (const tokens of all) expect(await tokenOf(tokens)).toBe('token-2');
  });

  test.each([
    [1, { unavailable: 'fault', code: 'ECONNREFUSED' }],
    [2, { kind: 'unreachable' }],
  ])(
    'a request that was never sent does not count: %i processes have a token soon after the network is back, and report it as unreachable until then',
    async (count, outage) => {
      const { clock, server, all } = await keepers(count);
      const port = Number(new URL(server.url).port);
      await server.stop();
      for (let second = 0; second < 45; second += 1) {
        for (const tokens of all) expect(await tokenOf(tokens)).toMatchObject(outage);
        clock.pass(1_000);
      }
      const back = await startFaultCrm(port);
      onTestFinished(() => back.stop());
      for (const tokens of all) expect(await tokenOf(tokens)).toBe('token-1');
    },
  );

  test('a process that looked just before another one got the token uses that token, and its look costs no request', async () => {
    const clock = manualClock();
    const { askedAt, sender } = endpoint(clock);
    const store = new InMemoryStore(clock);
    const [first, second] = processes(2, 'http://127.0.0.1', sender, clock, store) as [TokenKeeper, TokenKeeper];
    const read = store.read.bind(store);
    const looked = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<void>();
    let looks = 0;
    // The second process has seen no token and no fault. It continues after the first one is done.
    store.read = async (kind, key) => {
      const kept = await read(kind, key);
      looks += 1;
      if (looks === 2) looked.resolve();
      if (looks === 2) await finished.promise;
      return kept;
    };
    const late = tokenOf(second);
    await looked.promise;
    expect(await tokenOf(first)).toBe('token-1');
    finished.resolve();
    expect(await late).toBe('token-1');
    expect(askedAt).toHaveLength(1);
    expect(await store.limit('', MOST_REQUESTS, 600_000).left('')).toBe(MOST_REQUESTS - 1);
  });

  test('once the budget is used up the old token stays in use, expired by our clock or not', async () => {
    const { clock, server, tokens } = await keeper();
    await tokenOf(tokens);
    server.tokenAnswers(json(400, { error: 'Access Denied' }));
    clock.pass(HOUR_MS * 2);
    expect(await tokenOf(tokens)).toBe('token-1');
    expect(await tokenOf(tokens)).toBe('token-1');
    expect(server.tokenRequests).toHaveLength(2);
  });

  test('the old token is dropped once the CRM itself has refused it', async () => {
    const { server, tokens } = await keeper();
    await tokenOf(tokens);
    server.tokenAnswers(json(200, { error: 'invalid_code' }));
    tokens.refused(1);
    expect(await tokenOf(tokens)).toMatchObject({ unavailable: 'fault', code: 'invalid_code' });
    expect(await tokenOf(tokens)).toMatchObject({ unavailable: 'fault', retryAfterMs: 1_000 });
  });
});

describe('reliability §1.2 401 in mid-flight', () => {
  test('25 calls at once without a token, or with an expired one, cause one token request and no error', async () => {
    const { crm, server, context } = await connect({ maxConcurrency: 25 });
    const readAll = () =>
      Promise.all(Array.from({ length: 25 }, () => crm.contacts.read(CONTACT_ID, context({ priority: 'sign' }))));
    expect(await readAll()).toEqual(Array(25).fill(null));
    expect(server.tokenRequests).toHaveLength(1);
    server.tokenAnswers(grant('token-2'));
    server.answers((response, seen) =>
      seen.headers.authorization === 'Zoho-oauthtoken token-2'
        ? empty(204)(response, seen)
        : flatError(401, 'INVALID_TOKEN')(response, seen),
    );
    expect(await readAll()).toEqual(Array(25).fill(null));
    expect(server.tokenRequests).toHaveLength(2);
  });

  test('a late 401 about an older token changes nothing', async () => {
    const { server, tokens } = await keeper();
    await tokenOf(tokens);
    server.tokenAnswers(grant('token-2'));
    tokens.refused(1);
    expect(await tokenOf(tokens)).toBe('token-2');
    tokens.refused(1);
    expect(await tokenOf(tokens)).toBe('token-2');
    expect(server.tokenRequests).toHaveLength(2);
  });

  test('a late 401 does not bring back a newer token that was refused too', async () => {
    const { server, tokens } = await keeper();
    await tokenOf(tokens);
    server.tokenAnswers(grant('token-2'));
    tokens.refused(1);
    await tokenOf(tokens);
    server.tokenAnswers(json(200, { error: 'invalid_code' }));
    tokens.refused(2);
    tokens.refused(1);
    expect(await tokenOf(tokens)).toMatchObject({ unavailable: 'fault' });
  });

  test('if new tokens are refused too, the first is replaced at once, and each next one after a longer wait', async () => {
    const { clock, server, tokens } = await keeper();
    const refuse = async () => {
      const token = await tokens.current(1_000);
      if ('generation' in token) tokens.refused(token.generation);
      return server.tokenRequests.length;
    };
    expect([await refuse(), await refuse(), await refuse(), await refuse()]).toEqual([1, 2, 2, 2]);
    clock.pass(1_000);
    expect([await refuse(), await refuse()]).toEqual([3, 3]);
    clock.pass(10_000);
    expect(await refuse()).toBe(4);
  });

  test('a 401 without a body counts too', async ({ crm, server, context }) => {
    server.answers(empty(401), empty(204));
    expect(await crm.contacts.read(CONTACT_ID, context())).toBeNull();
    expect(server.tokenRequests).toHaveLength(2);
  });
});
