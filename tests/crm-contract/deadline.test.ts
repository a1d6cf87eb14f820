import { describe, expect } from 'vitest';
import { deadlineIn } from '../../crm-contract/call-options.ts';
import { createExchange } from '../../crm-contract/http/exchange.ts';
import { backoffMs, createRetryBudget } from '../../crm-contract/http/retry.ts';
import { hurriedClock, manualClock } from './clocks.ts';
import { CONTACT_ID, connect, DEAL_ID, errorOf, flatError, success, test } from './connect.ts';
import { drip, hang, reset } from './fault-crm.ts';

describe('reliability §1.2 the deadline is for the whole call', () => {
  test.each([
    ['a hang', hang],
    ['a drip', drip],
  ])('%s ends at the deadline', async (_name, fault) => {
    const { crm, server, context } = await connect();
    server.answers(fault);
    expect(await errorOf(crm.deals.read(DEAL_ID, context({ ms: 1_500 })))).toMatchObject({
      kind: 'timeout',
      sent: 'no',
    });
    expect(server.seen).toHaveLength(1);
  });

  test('no call is sent if less than half a second is left', async ({ crm, server, context }) => {
    const error = await errorOf(crm.deals.update(DEAL_ID, { Stage: 'x' }, context({ ms: 400 })));
    expect(error).toMatchObject({ kind: 'timeout', sent: 'no' });
    expect(server.seen).toHaveLength(0);
  });

  test('no retry starts that cannot end in time: the first failure is told', async ({ crm, server, context }) => {
    server.answers(flatError(429, 'TOO_MANY_REQUESTS'), success());
    const error = await errorOf(crm.deals.update(DEAL_ID, { Stage: 'x' }, context({ ms: 900 })));
    expect(error).toMatchObject({ kind: 'throttled', sent: 'no' });
    expect(server.seen).toHaveLength(1);
  });

  test('a Retry-After later than the deadline is reported, not waited for', async ({ crm, server, context }) => {
    server.answers((response) => response.writeHead(429, { 'retry-after': '60' }).end());
    expect(await errorOf(crm.deals.read(DEAL_ID, context()))).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 60_000,
    });
    expect(server.seen).toHaveLength(1);
  });

  test('an attempt is limited by the size of its file; token and slot are waited for until half a second before the deadline', async () => {
    const clock = manualClock();
    const asked = { capMs: 0, tokenMs: 0, slotMs: 0 };
    const exchange = createExchange({
      sender: {
        send: async (_, capMs) => {
          asked.capMs = capMs;
          return { status: 200, headers: {}, body: Buffer.from('{"data":[]}') } as never;
        },
        close: async () => {},
      },
      limiter: {
        enter: async (_: unknown, maxWaitMs: number) => {
          asked.slotMs = maxWaitMs;
          return { leave: () => {} };
        },
      } as never,
      tokens: {
        current: async (maxWaitMs: number) => {
          asked.tokenMs = maxWaitMs;
          return { value: 'x', generation: 1, origin: 'http://127.0.0.1:9' };
        },
        refused: () => {},
      } as never,
      breaker: { openForMs: () => 0, began: () => () => {} } as never,
      budget: createRetryBudget(clock),
      clock,
      onCall: () => {},
      maySpend: () => true,
    });
    const read = { operation: 'x', effect: 'read', method: 'GET', path: '/x', isForFile: true } as const;
    await exchange({ ...read, largestAnswerBytes: 5_000_000 } as never, {
      priority: 'background',
      deadline: deadlineIn(60_000, 0, clock),
    });
    expect(asked).toEqual({ capMs: 4_000 + 5_000, tokenMs: 59_500, slotMs: 59_500 });
  });

  test('no timer is left once a call is answered', async () => {
    const clock = hurriedClock();
    let timers = 0;
    const counted = {
      ...clock,
      after: (ms: number, run: () => void) => {
        timers += 1;
        let isOver = false;
        const end = () => {
          if (!isOver) timers -= 1;
          isOver = true;
        };
        const callOff = clock.after(ms, () => {
          end();
          run();
        });
        return () => {
          end();
          return callOff();
        };
      },
    };
    const { crm, context } = await connect({ clock: counted });
    await crm.contacts.read(CONTACT_ID, context());
    expect(timers).toBe(0);
  });

  test('runs down with its clock and stops at zero', () => {
    const clock = manualClock();
    const deadline = deadlineIn(1_000, 0, clock);
    clock.pass(400);
    expect(deadline.remainingMs()).toBe(600);
    clock.pass(4_000);
    expect(deadline.remainingMs()).toBe(0);
  });
});

describe('reliability §1.2 retry budget', () => {
  const taken = (budget: ReturnType<typeof createRetryBudget>, tries: number) =>
    Array.from({ length: tries }, () => budget.take()).filter(Boolean).length;

  test('thirty retries are free, each further one needs ten calls', () => {
    const budget = createRetryBudget(manualClock());
    expect(taken(budget, 100)).toBe(30);
    for (let call = 0; call < 500; call += 1) budget.called();
    expect(taken(budget, 100)).toBe(20);
  });

  test('the pause before each retry doubles and is shortened by up to half, so that retries do not coincide', () => {
    const fault = { class: 'serverFault', kind: 'server' } as const;
    const pauses = [1, 2].map((attempt) => Array.from({ length: 50 }, () => backoffMs(fault, attempt)));
    for (const [index, longestMs] of [200, 400].entries()) {
      expect(Math.max(...(pauses[index] ?? []))).toBeLessThanOrEqual(longestMs);
      expect(Math.min(...(pauses[index] ?? []))).toBeGreaterThanOrEqual(longestMs / 2);
      expect(new Set(pauses[index]).size).toBeGreaterThan(1);
    }
  });

  test('calls older than a minute no longer count', () => {
    const clock = manualClock();
    const budget = createRetryBudget(clock);
    expect(taken(budget, 100)).toBe(30);
    clock.pass(30_000);
    expect(taken(budget, 100)).toBe(0);
    clock.pass(35_000);
    expect(taken(budget, 100)).toBe(30);
  });

  test('once the budget is used up, a call fails at its first failure', async ({ crm, server, context }) => {
    // With fewer successes the breaker would open first.
    await Promise.all(Array.from({ length: 40 }, () => crm.contacts.read(CONTACT_ID, context())));
    await Promise.all(Array.from({ length: 40 }, () => crm.contacts.read(CONTACT_ID, context())));
    const before = server.seen.length;
    server.answers(reset);
    const fail = () => errorOf(crm.contacts.read(CONTACT_ID, context()));
    await Promise.all(Array.from({ length: 15 }, fail));
    expect(server.seen).toHaveLength(before + 15 * 3);
    await fail();
    expect(server.seen).toHaveLength(before + 15 * 3 + 1);
  });
});
