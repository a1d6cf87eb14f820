import { expect, test } from 'vitest';
import { CachedRead } from '../../../bff/crm/cached-read.ts';
import { crmOptionsFor } from '../../../bff/crm/time-limits.ts';
import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';

/** Reads that a test answers one by one, or aborts as the CRM client does. */
function hanging() {
  const state = { now: 1_000 };
  const asked: (CrmCallOptions & { answer(value: object): void; fail(): void })[] = [];
  const cached = new CachedRead({ now: () => state.now }, (crmOptions) => {
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    const fail = () => reject(new Error('the CRM is away'));
    crmOptions.signal?.addEventListener('abort', fail);
    asked.push({ ...crmOptions, answer: resolve, fail });
    return promise;
  });
  return { state, cached, asked, read: (maxAgeMs: number) => cached.read(maxAgeMs, crmOptionsFor('read')) };
}

test('a dropped value is read again, and everybody who waited for it still gets it', async () => {
  const { state, cached, asked, read } = hanging();
  const waiting = read(0);
  cached.forget();
  asked[0]?.answer({ read: 1 });
  expect(await waiting).toEqual({ read: 1 });
  expect(cached.known).toBeUndefined();
  state.now += 1;
  void read(60_000);
  expect(asked).toHaveLength(2);
});

test('"now" never uses an earlier read, also if the clock was set back, and the value of the latest read is kept', async () => {
  const { state, cached, asked, read } = hanging();
  const earlier = read(0);
  state.now += 10;
  const later = read(0);
  asked[1]?.answer({ read: 'later' });
  expect(await later).toEqual({ read: 'later' });
  asked[0]?.answer({ read: 'earlier' });
  expect(await earlier).toEqual({ read: 'earlier' });
  expect(cached.known).toEqual({ read: 'later' });
  state.now -= 3_000;
  void read(0);
  expect(asked).toHaveLength(3);
});

test('callers that joined a failing read get a fresh cached value, or ask once more in one shared read', async () => {
  const { state, asked, read } = hanging();
  const first = read(0);
  const joined = [read(60_000), read(60_000)];
  asked[0]?.fail();
  await expect(first).rejects.toThrow('the CRM is away');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer({ read: 2 });
  expect(await Promise.all(joined)).toEqual([{ read: 2 }, { read: 2 }]);

  state.now += 1_000;
  const anew = read(0);
  const content = read(60_000);
  asked[2]?.fail();
  await expect(anew).rejects.toThrow('the CRM is away');
  expect(await content).toEqual({ read: 2 });
  expect(asked).toHaveLength(3);
});

test('everybody who waits for a read gets it, also when its first caller leaves', async () => {
  const { cached, asked, read } = hanging();
  const tab = new AbortController();
  const waiting = [cached.read(1, crmOptionsFor('read', tab.signal)), read(1)];
  tab.abort();
  asked[0]?.answer({ read: 1 });
  expect(await Promise.all(waiting)).toEqual([{ read: 1 }, { read: 1 }]);
});

test.each([
  ['background', 'read'],
  ['staff', 'staff'],
  ['read', 'read'],
  ['save', 'save'],
] as const)('a shared read that begins as %s is sent to the CRM as %s', async (priority, own) => {
  const { cached, asked } = hanging();
  const begun = { ...crmOptionsFor('background'), priority, onDrift: () => {} };
  const waiting = cached.read(0, begun);
  const { answer, fail: _fail, ...crmOptions } = asked[0] as (typeof asked)[0];
  answer({ read: 1 });
  await waiting;
  expect(crmOptions).toEqual({ priority: own, deadline: expect.anything() });
  if (priority === 'background') expect(crmOptions.deadline.remainingMs()).toBeLessThanOrEqual(8_000);
  else expect(crmOptions.deadline).toBe(begun.deadline);
});
