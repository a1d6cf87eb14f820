import { setTimeout as pause } from 'node:timers/promises';

/**
 * The wall clock: the only source of dates and times in the BFF; tests inject their own. Durations of CRM calls are
 * measured with `crm-contract/call-options.ts`.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits before a retry; by default for the requested time. */
  pause?(ms: number): Promise<void>;
}

export const systemClock = { now: () => Date.now(), pause: (ms: number) => pause(ms) } satisfies Clock;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
