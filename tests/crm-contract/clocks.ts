import type { Clock } from '../../crm-contract/clock.ts';

/** Runs `factor` times as fast as the wall clock: waits stay in proportion, tests stay short. */
export function hurriedClock(factor = 10): Clock {
  return {
    now: () => performance.now() * factor,
    after(ms, run) {
      const timer = setTimeout(run, ms / factor);
      return () => clearTimeout(timer);
    },
  };
}

/** A clock that moves only when a test moves it. */
export function manualClock(): Clock & { pass(ms: number): void } {
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
