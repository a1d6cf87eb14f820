import { describe, expect, test } from 'vitest';
import { createCircuitBreaker, type Sign } from '../../crm-contract/http/circuit-breaker.ts';
import { manualClock } from './clocks.ts';
import { CONTACT_ID, connect, DEAL_ID, errorOf, flatError, itemError } from './connect.ts';
import { type Answer, empty, hang, html, json, reset } from './fault-crm.ts';

/** A breaker for many slots after this many attempts. */
function breakerAfter(signs: Partial<Record<Sign, number>>, slots = 100) {
  const clock = manualClock();
  const breaker = createCircuitBreaker(slots, clock);
  const end = (sign: Sign, count: number) => {
    const attempts = Array.from({ length: count }, () => breaker.began());
    for (const ended of attempts) ended(sign);
  };
  for (const [sign, count] of Object.entries(signs)) end(sign as Sign, count ?? 0);
  return { clock, breaker, end, isOpen: () => breaker.openForMs() > 0 };
}

describe('reliability §1.2 when the breaker opens', () => {
  test.each<[string, Partial<Record<Sign, number>>, boolean]>([
    ['nineteen faults', { faulty: 19 }, false],
    ['twenty faults', { faulty: 20 }, true],
    ['half of twenty', { healthy: 10, faulty: 10 }, true],
    ['less than half', { healthy: 11, faulty: 10 }, false],
    ['outcomes that say nothing about health (429, cancelled) do not count', { nothing: 50, faulty: 19 }, false],
    ['nor do they dilute the share of faults', { faulty: 20, nothing: 50 }, true],
  ])('%s', (_name, signs, open) => {
    expect(breakerAfter(signs).isOpen()).toBe(open);
  });

  test('attempts older than ten seconds no longer count', () => {
    const { clock, end, isOpen } = breakerAfter({ faulty: 19 });
    clock.pass(10_000);
    end('faulty', 19);
    expect(isOpen()).toBe(false);
    end('faulty', 1);
    expect(isOpen()).toBe(true);
  });

  test('with few slots it opens after twice as many attempts as slots, because no more attempts end while a CRM hangs', () => {
    expect(breakerAfter({ faulty: 7 }, 4).isOpen()).toBe(false);
    expect(breakerAfter({ faulty: 8 }, 4).isOpen()).toBe(true);
  });
});

describe('reliability §1.2 how the breaker closes', () => {
  test('after at most five seconds one attempt is sent alone; once it is answered, all calls may be sent', () => {
    const { clock, breaker } = breakerAfter({ faulty: 20 });
    expect(breaker.openForMs()).toBeGreaterThan(3_900);
    expect(breaker.openForMs()).toBeLessThanOrEqual(5_000);
    clock.pass(5_000);
    expect(breaker.openForMs()).toBe(0);
    const ended = breaker.began();
    expect(breaker.openForMs()).toBeGreaterThan(0);
    ended('healthy');
    expect(breaker.openForMs()).toBe(0);
  });

  test('a failed probe keeps it open for a time that counts from the start of the probe', () => {
    const { clock, breaker } = breakerAfter({ faulty: 20 });
    clock.pass(5_000);
    const ended = breaker.began();
    clock.pass(4_000);
    ended('faulty');
    expect(breaker.openForMs()).toBeGreaterThan(0);
    clock.pass(1_000);
    expect(breaker.openForMs()).toBe(0);
  });

  test('after a probe without a result, the next attempt decides', () => {
    const { clock, breaker } = breakerAfter({ faulty: 20 });
    clock.pass(5_000);
    breaker.began()('nothing');
    expect(breaker.openForMs()).toBe(0);
    breaker.began()('healthy');
    expect(breaker.openForMs()).toBe(0);
  });

  test('late results of attempts that began before it opened change nothing', () => {
    const { breaker, end, isOpen } = breakerAfter({});
    const late = breaker.began();
    end('faulty', 20);
    late('healthy');
    expect(isOpen()).toBe(true);
  });
});

describe('reliability §1.2 the client sends nothing to a CRM that does not answer', () => {
  const failing = async (fault: Answer, reads = 20) => {
    const connected = await connect({ maxConcurrency: 10 });
    connected.server.answers(fault);
    const { crm, context } = connected;
    await Promise.allSettled(Array.from({ length: reads }, () => crm.contacts.read(CONTACT_ID, context())));
    return connected;
  };

  test.each<[string, Answer]>([
    ['resets', reset],
    ['500', flatError(500, 'INTERNAL_ERROR')],
    ['an HTML page', html(200)],
    ['a redirect', (response) => response.writeHead(302, { location: '/' }).end()],
    ['nothing at all', hang],
  ])('%s: then a write fails at once, sends nothing, and says when to try again', async (_name, fault) => {
    const { crm, server, context } = await failing(fault);
    const seen = server.seen.length;
    const error = await errorOf(crm.deals.update(DEAL_ID, { Stage: 'Viewed' }, context()));
    expect(error).toMatchObject({ kind: 'unreachable', code: 'CIRCUIT_OPEN', sent: 'no' });
    expect(error.retryAfterMs).toBeGreaterThan(0);
    expect(error.retryAfterMs).toBeLessThanOrEqual(5_000);
    expect(server.seen).toHaveLength(seen);
  });

  test('a call that was answered with a fault reports that fault, though the breaker stops its repeat', async () => {
    const { crm, server, context } = await connect({ maxConcurrency: 10 });
    server.answers(flatError(500, 'INTERNAL_ERROR'));
    const reads = Array.from({ length: 20 }, () => errorOf(crm.contacts.read(CONTACT_ID, context())));
    for (const error of await Promise.all(reads)) {
      expect(error).toMatchObject({ kind: 'server', code: 'INTERNAL_ERROR', status: 500, sent: 'no' });
    }
  });

  test.each<[string, Answer]>([
    ['429', flatError(429, 'TOO_MANY_REQUESTS')],
    ['a refused value', itemError(400, 'INVALID_DATA', { api_name: 'Stage' })],
    ['an empty list', empty(204)],
    ['no credits', json(429, { code: 'TOO_MANY_REQUESTS' }, { 'x-api-credits-remaining': '0' })],
  ])('%s does not open it', async (_name, answer) => {
    const { crm, server, context } = await failing(answer, 40);
    const seen = server.seen.length;
    server.answers(empty(204));
    expect(await crm.contacts.read(CONTACT_ID, context())).toBeNull();
    expect(server.seen.length).toBeGreaterThan(seen);
  });

  test('five seconds later all calls are sent again', async () => {
    const { crm, server, context, clock } = await failing(flatError(503, 'SERVICE_UNAVAILABLE'));
    server.answers(empty(204));
    const error = await errorOf(crm.contacts.read(CONTACT_ID, context()));
    const retryAfterS = Math.ceil((error.retryAfterMs ?? 0) / 1_000);
    await new Promise<void>((resolve) => clock.after(retryAfterS * 1_000, resolve));
    expect(await crm.contacts.read(CONTACT_ID, context())).toBeNull();
    const reads = Array.from({ length: 10 }, () => crm.contacts.read(CONTACT_ID, context()));
    expect(await Promise.all(reads)).toEqual(Array(10).fill(null));
  });
});
