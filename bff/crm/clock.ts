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
