import { expect, onTestFinished, test, vi } from 'vitest';
import { startRedisServer, storeAt } from './redis-server.ts';

/** Longer than a process may be silent before others get its slots. */
const STOOD_STILL_MS = 8_000;

test('a process that was paused uses no CRM slots until its next heartbeat', async () => {
  const server = await startRedisServer();
  onTestFinished(() => server.kill());
  const store = storeAt(server.url);
  onTestFinished(() => store.close());
  await store.open();
  const given = vi.fn<(slots: number, areOurs: () => boolean) => void>();
  await store.divideSlots(6, { inUse: () => 0, setMost: given });
  const areOurs = () => given.mock.lastCall?.[1]();
  expect(areOurs()).toBe(true);

  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + STOOD_STILL_MS);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(areOurs()).toBe(false);
  await expect.poll(areOurs, { interval: 20 }).toBe(true);

  // A process that is alone because the store is down keeps its slots.
  await server.kill();
  await expect.poll(() => store.isUp(), { interval: 20 }).toBe(false);
  vi.mocked(performance.now).mockImplementation(() => now() + 2 * STOOD_STILL_MS);
  expect(areOurs()).toBe(true);
});
