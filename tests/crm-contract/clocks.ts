import type { MonotonicClock } from '../../crm-contract/call-options.ts';

/**
 * The most time that one turn of the event loop counts for. A longer turn comes from a busy machine, and is no waiting
 * time.
 */
const LONGEST_TURN_MS = 4;
const due = new Set<{ atMs: number; run: () => void }>();
let passedMs = 0;
let turnedAt = performance.now();

setInterval(() => {
  const now = performance.now();
  passedMs += Math.min(now - turnedAt, LONGEST_TURN_MS);
  turnedAt = now;
  for (const timer of [...due].sort((a, b) => a.atMs - b.atMs)) {
    if (timer.atMs <= passedMs && due.delete(timer)) timer.run();
  }
}, 1).unref();

/**
 * Runs ten times as fast as the wall clock, so that tests are short and waits stay in proportion. The clock stops while
 * this process does not run. Client and CRM of a test are both in this process, so a busy machine delays neither.
 */
export function hurriedClock(factor = 10): MonotonicClock {
  return {
    now: () => passedMs * factor,
    after(ms, run) {
      const timer = { atMs: passedMs + ms / factor, run };
      due.add(timer);
      return () => due.delete(timer);
    },
  };
}

/** A clock that moves only when a test moves it. */
export function manualClock(): MonotonicClock & { pass(ms: number): void } {
  let now = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass(ms) {
      now += ms;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        if (timer.at > now || !timers.delete(timer)) continue;
        timer.run();
      }
    },
  };
}
