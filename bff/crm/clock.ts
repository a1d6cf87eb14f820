import { setTimeout as pause } from 'node:timers/promises';

/** The only source of time in the BFF; tests inject their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits before a retry; by default for the requested time. */
  pause?(ms: number): Promise<void>;
}

export const systemClock = { now: () => Date.now(), pause: (ms: number) => pause(ms) } satisfies Clock;
