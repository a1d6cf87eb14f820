import { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { startRedisServer, storeAt } from './redis-server.ts';

const MINUTE_MS = 60_000;

test('while the store is down a limit remembers a bounded number of keys, and returns no more requests than it counted', async () => {
  const limit = storeAt('redis://127.0.0.1:1').limit('calls', 3, MINUTE_MS, 10);
  await limit.giveBack('one');
  expect([await limit.take('one'), await limit.take('one')]).toEqual([true, false]);
  // Assumes that two other processes counted the same number.
  expect(await limit.count('one')).toBe(3);
  for (let n = 0; n < 10; n += 1) await limit.take(`other ${n}`);
  expect(await limit.count('one')).toBe(0);
});

test('a request that is returned after its window allows no further request in the next one, and leaves no key', async () => {
  const server = await startRedisServer();
  onTestFinished(() => server.kill());
  const redis = new Redis(server.url);
  onTestFinished(() => redis.disconnect());
  const store = storeAt(server.url);
  onTestFinished(() => store.close());
  await store.open();
  const keys = () => redis.keys('*:limit:*');
  const limit = store.limit('calls', 2, MINUTE_MS);
  expect([await limit.take('one'), await limit.take('one'), await limit.take('one')]).toEqual([true, true, false]);
  expect([await limit.count('one'), await limit.left('one')]).toEqual([2, 0]);
  const [key = ''] = await keys();
  expect(await redis.pttl(key)).toBeGreaterThan(MINUTE_MS - 10_000);
  // The window ends while two of its calls are still in progress.
  await redis.del(key);
  await limit.giveBack('one');
  await limit.giveBack('one');
  expect([await limit.take('one'), await limit.take('one'), await limit.take('one')]).toEqual([true, true, false]);
  await limit.giveBack('one');
  expect(await limit.left('one')).toBe(1);
  await limit.giveBack('one');
  expect(await store.limit('nothing', 0, MINUTE_MS).take('one')).toBe(false);
  // Requests that were given back, or refused, leave no key in the store.
  expect(await keys()).toEqual([]);
});
