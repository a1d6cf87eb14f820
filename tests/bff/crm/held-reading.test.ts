import { expect, test } from 'vitest';
import { crmOptionsFor } from '../../../bff/crm/call-options.ts';
import { HeldReading } from '../../../bff/crm/held-reading.ts';
import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';

function reading() {
  const state = { now: 1_000, reads: 0, fault: false };
  const held = new HeldReading({ now: () => state.now }, async () => {
    state.reads += 1;
    await Promise.resolve();
    if (state.fault) throw new Error('the CRM is away');
    return { read: state.reads };
  });
  return { state, held, read: (maxAgeMs: number) => held.read(maxAgeMs, crmOptionsFor('read')) };
}

test('reads in flight share one call, and one that is young enough costs none', async () => {
  const { state, held, read } = reading();
  expect(held.known).toBeUndefined();
  expect(await Promise.all([read(0), read(0), read(60_000)])).toEqual([{ read: 1 }, { read: 1 }, { read: 1 }]);
  state.now += 59_999;
  expect(await read(60_000)).toEqual({ read: 1 });
  state.now += 1;
  expect(await Promise.all([read(60_000), read(60_000)])).toEqual([{ read: 2 }, { read: 2 }]);
});

test('a read that fails is told, and leaves what was held; the next one tries again', async () => {
  const { state, held, read } = reading();
  await read(0);
  state.fault = true;
  await expect(read(0)).rejects.toThrow('the CRM is away');
  expect(held.known).toEqual({ read: 1 });
  state.fault = false;
  expect(await read(0)).toEqual({ read: 3 });
});

test('what was forgotten is read anew, and whoever waited for it still gets it', async () => {
  const { held, read } = reading();
  const waiting = read(0);
  held.forget();
  expect(await waiting).toEqual({ read: 1 });
  expect(await read(60_000)).toEqual({ read: 2 });
});

test('what is young enough is given at once while it is read anew', async () => {
  const { held, read } = reading();
  await read(0);
  const anew = read(0);
  expect(await Promise.race([read(60_000), anew])).toEqual({ read: 1 });
  expect(await anew).toEqual({ read: 2 });
  expect(held.known).toEqual({ read: 2 });
});

/** A read that goes on until it is answered, or called off as the CRM's client does it. */
function hanging() {
  const { promise: answer, resolve } = Promise.withResolvers<object>();
  const asked: CrmCallOptions[] = [];
  const held = new HeldReading({ now: () => 0 }, (crmOptions) => {
    asked.push(crmOptions);
    const { promise: left, reject } = Promise.withResolvers<never>();
    crmOptions.signal?.addEventListener('abort', () => reject(new Error('called off')));
    return Promise.race([answer, left]);
  });
  return { held, asked, answer: resolve };
}

test('whoever waits for a read gets it, also when the one who began it leaves', async () => {
  const { held, answer } = hanging();
  const tab = new AbortController();
  const waiting = [held.read(0, crmOptionsFor('read', tab.signal)), held.read(0, crmOptionsFor('read'))];
  tab.abort();
  answer({ read: 1 });
  expect(await Promise.all(waiting)).toEqual([{ read: 1 }, { read: 1 }]);
});

test.each([
  ['background', 'read'],
  ['newcomer', 'read'],
  ['read', 'read'],
  ['save', 'save'],
] as const)(
  'begun with the urgency of %s, all who wait for it wait for a %s that is nobody’s share',
  async (lane, own) => {
    const { held, asked, answer } = hanging();
    const waiting = held.read(0, { ...crmOptionsFor('background'), lane, asker: 'somebody', onDrift: () => {} });
    answer({ read: 1 });
    await waiting;
    expect(asked).toEqual([{ lane: own, deadline: expect.anything() }]);
    expect(asked[0]?.deadline.remainingMs()).toBeLessThanOrEqual(8_000);
  },
);
