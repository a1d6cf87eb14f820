import { type Clock, systemClock } from './clock.ts';
import type { Drift } from './shapes/read-record.ts';

/** The moment after which an answer is of no use any more. Queue, token, attempts and back-off are all paid from it. */
export type Deadline = { remainingMs(): number };

/** A deadline `ms` milliseconds from now. */
export function deadlineIn(ms: number, clock: Clock = systemClock): Deadline {
  const end = clock.now() + ms;
  return { remainingMs: () => Math.max(0, end - clock.now()) };
}

/** Who is waiting, most urgent first. Decides who gets the next free place when the CRM is busy. */
export const LANES = ['sign', 'save', 'read', 'upload', 'background'] as const;
export type Lane = (typeof LANES)[number];

/**
 * What every call is told besides its arguments.
 *
 * `signal` ends reads only. A write ignores it: a closed browser tab must not turn a save into an unknown outcome.
 */
export type CrmCallOptions = {
  lane: Lane;
  deadline: Deadline;
  signal?: AbortSignal;
  /** Told about the fields that could not be read in this very answer, besides the client's own `onDrift`. */
  onDrift?: (drift: Drift) => void;
};
