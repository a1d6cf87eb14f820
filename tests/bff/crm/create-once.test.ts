import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KeyedMutex } from '../../../bff/access/keyed-mutex.ts';
import { BackgroundJobs } from '../../../bff/crm/background-jobs.ts';
import { createOnce, LATEST_COMMIT_MS, type OneRecord } from '../../../bff/crm/create-once.ts';
import { crmOptionsFor } from '../../../bff/crm/time-limits.ts';
import { createLog } from '../../../bff/http/logging.ts';
import { InMemoryStore } from '../../../bff/shared-store/shared-store.ts';
import { CrmError } from '../../../crm-contract/errors.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Longer than a lease lasts. */
const STOOD_STILL_MS = 6_000;

/** A list in the CRM, and two processes that share a store, with a clock that only the test moves. */
function twoProcesses() {
  let nowMs = 0;
  const clock = {
    now: () => nowMs,
    pause: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
  };
  const store = new InMemoryStore(clock);
  const background = new BackgroundJobs(createLog('silent'), clock);
  const ids: string[] = [];
  let made = 0;
  const commit = () => {
    made += 1;
    ids.push(String(made));
  };
  const record = (more: Partial<OneRecord> = {}): OneRecord => ({
    write: async () => commit(),
    find: async () => ids.map((id) => ({ id })),
    remove: async (id) => void ids.splice(ids.indexOf(id), 1),
    lookFirst: true,
    ...more,
  });
  const startProcess = () => {
    const mutex = new KeyedMutex(store, clock);
    // The other process's request is independent, though the test starts it inside this one.
    const asRequest = AsyncLocalStorage.snapshot();
    return (one: OneRecord, before = async () => {}) =>
      asRequest(() =>
        mutex.run('a deal', async () => {
          await before();
          return createOnce(background, crmOptionsFor('save'), one);
        }),
      );
  };
  return {
    ids,
    commit,
    record,
    one: startProcess(),
    other: startProcess(),
    standStill: (ms = STOOD_STILL_MS) => {
      nowMs += ms;
    },
    async afterLateCommits() {
      await vi.advanceTimersByTimeAsync(LATEST_COMMIT_MS + 1);
      await background.settled();
    },
  };
}

test('a process that was paused after its look looks again, because another process had the lock meanwhile', async () => {
  const { one, other, record, ids, standStill } = twoProcesses();
  const otherInBetween = async () => {
    standStill();
    await other(record());
  };
  let looks = 0;
  const find = async () => {
    const found = ids.map((id) => ({ id }));
    looks += 1;
    if (looks === 1) await otherInBetween();
    return found;
  };
  expect(await one(record({ find }))).toEqual({ id: '1' });
  expect(ids).toEqual(['1']);
  ids.length = 0;
  // A caller that already looked itself need not look again.
  await one(record({ lookFirst: false }), otherInBetween);
  expect(ids).toHaveLength(1);
});

test('a process that was paused writes nothing while another has the lock', async () => {
  const { one, other, record, ids, standStill } = twoProcesses();
  const begun = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  let others: Promise<unknown> = Promise.resolve();
  const refused = one(record(), async () => {
    standStill();
    others = other(record(), () => {
      begun.resolve();
      return mayEnd.promise;
    });
    await begun.promise;
  });
  await expect(refused).rejects.toMatchObject({ kind: 'busy', sent: 'no' });
  expect(ids).toEqual([]);
  mayEnd.resolve();
  await others;
  expect(ids).toHaveLength(1);
});

test('one record is left after two processes wrote it, also if one of them was paused', async () => {
  const { one, other, record, commit, ids, standStill, afterLateCommits } = twoProcesses();
  const write = async () => {
    // After so long a pause the other process no longer sees that this one had started. Only the clock of this one
    // shows the pause.
    standStill(60_000);
    await other(record());
    commit();
  };
  await one(record({ write }));
  expect(ids).toEqual(['1', '2']);
  await afterLateCommits();
  expect(ids).toEqual(['1']);
});

for (const [what, isOneThere] of [
  ['the next process removes a record that a killed process wrote and the CRM takes late', false],
  ['the process that finds the first copy of a killed process removes the second, however late that one is', true],
] as const) {
  test(what, async () => {
    const { one, other, record, commit, ids, standStill, afterLateCommits } = twoProcesses();
    const sent = Promise.withResolvers<void>();
    const write = () => {
      sent.resolve();
      return new Promise<void>(() => {});
    };
    void one(record({ write }));
    await sent.promise;
    if (isOneThere) commit();
    standStill();
    await other(record());
    commit();
    expect(ids).toEqual(['1', '2']);
    await afterLateCommits();
    expect(ids).toEqual(['1']);
  });
}

test('a process that keeps its lock looks once and has nothing to clean up', async () => {
  const { one, record, ids, afterLateCommits } = twoProcesses();
  const find = vi.fn(async () => []);
  await one(record({ find }));
  await one(record({ find, lookFirst: false }));
  await afterLateCommits();
  expect(find).toHaveBeenCalledTimes(1);
  expect(ids).toHaveLength(2);
});

test('after an attempt of unknown outcome, a refusal of the next attempt does not mean that nothing was sent', async () => {
  const { one, record } = twoProcesses();
  const outcomes = [
    new CrmError({ kind: 'timeout', operation: 'notes.create', sent: 'unknown' }),
    new CrmError({ kind: 'busy', operation: 'notes.create', sent: 'no' }),
  ];
  const write = async () => {
    throw outcomes.shift();
  };
  const ended = one(record({ write })).catch((error: CrmError) => error);
  await vi.advanceTimersByTimeAsync(LATEST_COMMIT_MS);
  expect(await ended).toMatchObject({ kind: 'timeout', sent: 'unknown' });
});

test('a process that finds copies left by a killed process removes them', async () => {
  const { one, record, commit, ids, afterLateCommits } = twoProcesses();
  commit();
  commit();
  expect(await one(record())).not.toBeNull();
  await afterLateCommits();
  expect(ids).toEqual(['1']);
});
