import { expect, test } from 'vitest';
import { KeyedMutex } from '../../../bff/access/keyed-mutex.ts';
import { InMemoryStore } from '../../../bff/shared-store/in-memory-store.ts';

test('I7 a change on its way is seen by every process that shares the store, and no longer once it has ended', async () => {
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
  expect([await one.isBusy('a lead'), await other.isBusy('a lead'), await other.isBusy('another')]).toEqual([
    true,
    true,
    false,
  ]);
  end();
  await change;
  await expect.poll(() => other.isBusy('a lead')).toBe(false);
  expect(await other.run('a lead', async () => 'done')).toBe('done');
});
