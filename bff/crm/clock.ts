import { setTimeout as pause } from 'node:timers/promises';

/** The only source of time in the BFF; tests pass in their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits before failed work is tried again; where it is missing, as long as asked. */
  pause?(ms: number): Promise<void>;
}

export const systemClock = { now: () => Date.now(), pause: (ms: number) => pause(ms) } satisfies Clock;
