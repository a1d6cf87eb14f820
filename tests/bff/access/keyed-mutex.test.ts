import { expect, test, vi } from 'vitest';
import { KeyedMutex } from '../../../bff/access/keyed-mutex.ts';
import { InMemoryStore } from '../../../bff/shared-store/shared-store.ts';

test('I7 every process that shares the store sees a change in progress until it ends', async () => {
  const store = new InMemoryStore({ now: () => Date.now() });
  const [one, other] = [new KeyedMutex(store), new KeyedMutex(store)];
  let end = () => {};
  const begun = Promise.withResolvers<void>();
  const change = one.run('a lead', () => {
    begun.resolve();
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await begun.promise;
  expect([await one.isBusy('a lead'), await other.isBusy('a lead')]).toEqual([true, true]);
  expect(await other.isBusy('another')).toBe(false);
  end();
  await change;
  await expect.poll(() => other.isBusy('a lead')).toBe(false);
  expect(await other.run('a lead', async () => 'done')).toBe('done');
});

test('a change waits for an unreleased lock as long as a browser waits, then it answers busy', async () => {
  let nowMs = 0;
  const clock = { now: () => nowMs };
  const store = new InMemoryStore(clock);
  await store.take('deal', 'a deal', 'somebody', Number.MAX_SAFE_INTEGER);
  const asks = vi.spyOn(store, 'take');
  const work = vi.fn(async () => {});
  const waiting = new KeyedMutex(store, clock).run('a deal', work);
  await expect.poll(() => asks.mock.calls.length).toBeGreaterThan(1);
  nowMs = 45_001;
  await expect(waiting).rejects.toMatchObject({ kind: 'busy', sent: 'no' });
  expect(work).not.toHaveBeenCalled();
});
