import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRIORITIES, type Priority } from '../../crm-contract/call-options.ts';
import { createLimiter, type Slot } from '../../crm-contract/http/limiter.ts';
import { manualClock } from './clocks.ts';

/** Tries to enter and returns its state without waiting for a slot. */
function tryEntering(limiter: ReturnType<typeof createLimiter>, priority: Priority, signal?: AbortSignal) {
  const attempt: { state: Slot | string } = { state: 'waiting' };
  const settled = limiter.enter({ priority }, 2_000, signal).then((state) => {
    attempt.state = state;
  });
  return { attempt, settled };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The number of `count` calls of a priority class that get a slot at once. */
async function admitted(limiter: ReturnType<typeof createLimiter>, priority: Priority, count: number): Promise<Slot[]> {
  const tries = Array.from({ length: count }, () => tryEntering(limiter, priority).attempt);
  await settle();
  return tries.flatMap(({ state }) => (typeof state === 'string' ? [] : [state]));
}

describe('reliability §1.2 org concurrency', () => {
  test('there are never more calls in flight than slots, whatever their priority classes and the order in which they end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.oneof(fc.constantFrom(...PRIORITIES), fc.constant('leave' as const)), { maxLength: 80 }),
        async (max, steps) => {
          const limiter = createLimiter(max, manualClock());
          const inside: Slot[] = [];
          let most = 0;
          for (const step of steps) {
            if (step === 'leave') inside.shift()?.leave();
            else {
              void limiter.enter({ priority: step }, 2_000).then((slot) => {
                if (typeof slot !== 'string') inside.push(slot);
              });
            }
            await settle();
            most = Math.max(most, inside.length);
          }
          expect(most).toBeLessThanOrEqual(max);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('two slots are kept for staff and signing; signing may use every idle one', async () => {
    const limiter = createLimiter(10, manualClock());
    expect(await admitted(limiter, 'read', 20)).toHaveLength(8);
    expect(await admitted(limiter, 'save', 5)).toHaveLength(0);
    const [staff] = await admitted(limiter, 'staff', 5);
    expect(await admitted(limiter, 'staff', 5)).toHaveLength(0);
    staff?.leave();
    await settle();
    expect(await admitted(createLimiter(10, manualClock()), 'sign', 20)).toHaveLength(10);
  });

  test('with very few slots fewer of them are kept, and never all', async () => {
    expect(await admitted(createLimiter(3, manualClock()), 'save', 9)).toHaveLength(2);
    expect(await admitted(createLimiter(1, manualClock()), 'save', 9)).toHaveLength(1);
  });

  test('at most three uploads run at once, and one background call for each eight slots', async () => {
    const limiter = createLimiter(10, manualClock());
    expect(await admitted(limiter, 'upload', 9)).toHaveLength(3);
    expect(await admitted(limiter, 'background', 9)).toHaveLength(1);
    expect(await admitted(createLimiter(25, manualClock()), 'background', 9)).toHaveLength(3);
  });

  test.each([
    [8, ['save', 'staff', 'read', 'upload', 'background']],
    [7, ['save', 'staff', 'read', 'upload']],
    [5, ['save', 'staff', 'read']],
    [4, ['save', 'staff', 'read']],
  ] as const)('of %i slots a crowd of every kind leaves some to %j', async (slots, priorities) => {
    const limiter = createLimiter(slots, manualClock());
    const inside: Slot[] = [];
    const entered = new Map<Priority, number>();
    // Each admitted call queues the next call of its class.
    const queueUp = (priority: Priority): void =>
      void limiter.enter({ priority }, 2_000).then((slot) => {
        if (typeof slot === 'string') return;
        inside.push(slot);
        entered.set(priority, (entered.get(priority) ?? 0) + 1);
        queueUp(priority);
      });
    for (const priority of ['save', 'staff', 'read', 'upload', 'background'] as const) {
      for (let n = 0; n < 4; n += 1) queueUp(priority);
    }
    for (let calls = 0; calls < 200; calls += 1) {
      await settle();
      inside.shift()?.leave();
    }
    for (const priority of priorities) expect(entered.get(priority), priority).toBeGreaterThan(20);
  });

  test('the most urgent priority class gets the next free slot, first come first served within it', async () => {
    const limiter = createLimiter(1, manualClock());
    const order: string[] = [];
    const [first] = await admitted(limiter, 'read', 1);
    for (const priority of ['background', 'upload', 'read', 'staff', 'read', 'save', 'sign', 'sign'] as const) {
      const name = `${priority} ${order.length}`;
      void limiter.enter({ priority }, 2_000).then((slot) => {
        order.push(name.split(' ')[0] ?? '');
        if (typeof slot !== 'string') slot.leave();
      });
    }
    first?.leave();
    await settle();
    expect(order).toEqual(['sign', 'sign', 'save', 'staff', 'read', 'read', 'upload', 'background']);
  });

  test('crm-api §6 at most ten heavy calls run at a time; a light call goes before heavy ones that wait', async () => {
    const limiter = createLimiter(20, manualClock());
    const inside: Slot[] = [];
    const heavy = { priority: 'save', heavy: true } as const;
    const isIn = (slot: Slot | string) => typeof slot !== 'string' && inside.push(slot);
    for (let n = 0; n < 12; n += 1) void limiter.enter(heavy, 2_000).then(isIn);
    await settle();
    expect(inside).toHaveLength(10);
    expect(await admitted(limiter, 'save', 1)).toHaveLength(1);
    inside[0]?.leave();
    await settle();
    expect(inside).toHaveLength(11);
  });

  test('each priority class has a bounded queue, so many calls of one class cannot block another', async () => {
    const limiter = createLimiter(2, manualClock());
    await admitted(limiter, 'read', 2 + 160);
    const { attempt } = tryEntering(limiter, 'read');
    const other = tryEntering(limiter, 'save');
    await settle();
    expect(attempt.state).toBe('full');
    expect(other.attempt.state).toBe('waiting');
  });

  test('an aborted caller leaves the queue', async () => {
    const limiter = createLimiter(1, manualClock());
    await admitted(limiter, 'read', 1);
    const caller = new AbortController();
    const waiting = tryEntering(limiter, 'read', caller.signal);
    caller.abort();
    await waiting.settled;
    expect(waiting.attempt.state).toBe('cancelled');
  });
});

describe('reliability §1.2 several processes share the slots of an organisation', () => {
  test('if there are now fewer slots than calls in flight, no call starts until enough of those calls ended', async () => {
    const limiter = createLimiter(10, manualClock());
    const inside = await admitted(limiter, 'sign', 10);
    limiter.setSlots(5);
    for (const slot of inside.slice(0, 5)) slot.leave();
    expect(await admitted(limiter, 'sign', 1)).toHaveLength(0);
    inside[5]?.leave();
    inside[6]?.leave();
    expect(await admitted(limiter, 'sign', 9)).toHaveLength(1);
  });

  test('each of two processes keeps one slot for staff and signing, which makes two', async () => {
    const limiter = createLimiter(10, manualClock());
    limiter.setSlots(5);
    expect(await admitted(limiter, 'save', 9)).toHaveLength(4);
    expect(await admitted(limiter, 'sign', 9)).toHaveLength(1);
  });

  test('each of ten processes makes one heavy call at a time, which makes ten', async () => {
    const limiter = createLimiter(30, manualClock());
    limiter.setSlots(3);
    const entered: unknown[] = [];
    const heavy = { priority: 'sign', heavy: true } as const;
    for (let n = 0; n < 2; n += 1) void limiter.enter(heavy, 2_000).then((slot) => entered.push(slot));
    await settle();
    expect([entered.length, (await admitted(limiter, 'sign', 9)).length]).toEqual([1, 2]);
  });

  test('no call gets a slot while the slots may belong to other processes, not even when another call ends', async () => {
    const limiter = createLimiter(4, manualClock());
    let areOurs = true;
    limiter.setSlots(4, () => areOurs);
    const [slot] = await admitted(limiter, 'sign', 1);
    areOurs = false;
    const { attempt } = tryEntering(limiter, 'sign');
    slot?.leave();
    await settle();
    expect(attempt.state).toBe('waiting');
    limiter.setSlots(4);
    await settle();
    expect(attempt.state).not.toBe('waiting');
  });

  test('waiting calls get additional slots at once; a process always has at least one slot', async () => {
    const limiter = createLimiter(4, manualClock());
    limiter.setSlots(0);
    const saves = Array.from({ length: 4 }, () => tryEntering(limiter, 'save').attempt);
    await settle();
    const inside = () => saves.filter(({ state }) => typeof state !== 'string').length;
    expect(inside()).toBe(1);
    limiter.setSlots(4);
    await settle();
    expect(inside()).toBe(3);
  });
});
