import { type Clock, systemClock } from './clock.ts';
import type { Drift } from './shapes/read-record.ts';

/** The moment after which an answer is no longer useful. Queue, token, attempts and pauses all count. */
export type Deadline = { remainingMs(): number };

/** A deadline `ms` milliseconds from now. */
export function deadlineIn(ms: number, clock: Clock = systemClock): Deadline {
  const end = clock.now() + ms;
  return { remainingMs: () => Math.max(0, end - clock.now()) };
}

/**
 * Kinds of work, most urgent first. Decides which call gets the next free slot when the CRM is busy. `newcomer`: a read
 * for a link that is not confirmed yet, from a network that has not guessed.
 */
export const LANES = ['sign', 'save', 'newcomer', 'read', 'upload', 'background'] as const;
export type Lane = (typeof LANES)[number];

/**
 * Options of every call, besides its arguments.
 *
 * `signal` cancels reads only. A write ignores it: a closed browser tab must not leave a save with an unknown outcome.
 */
export type CrmCallOptions = {
  lane: Lane;
  deadline: Deadline;
  signal?: AbortSignal;
  /** Whose call it is, where one of many must not hold more than its share of the calls at once. */
  asker?: string;
  /** Receives the fields of this answer that could not be read, in addition to the client's own `onDrift`. */
  onDrift?: (drift: Drift) => void;
};
