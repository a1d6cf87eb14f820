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

test('a read that several wait for is not called off with the one who began it, nor held up by that one’s share', async () => {
  const asked: CrmCallOptions[] = [];
  const held = new HeldReading({ now: () => 0 }, async (crmOptions) => ({ read: asked.push(crmOptions) }));
  const { signal } = new AbortController();
  await held.read(0, { ...crmOptionsFor('read', signal), lane: 'newcomer', asker: 'somebody' });
  expect(asked).toMatchObject([{ lane: 'read' }]);
  expect(Object.keys(asked[0] ?? {}).sort()).toEqual(['deadline', 'lane']);
});
