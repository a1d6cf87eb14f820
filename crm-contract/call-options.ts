import { type MonotonicClock, monotonicClock } from './monotonic-clock.ts';
import type { Drift } from './shapes/read-record.ts';

/** The moment after which an answer is no longer useful. Token, attempts and pauses all count. */
export type Deadline = {
  remainingMs(): number;
  /** How long a call may still wait for a slot; waiting moves the deadline. */
  patienceMs(): number;
  /** Reports how long a call waited for its slot. */
  waited(ms: number): void;
};

/** A deadline `ms` milliseconds from now, extended by the time its calls wait for a slot, up to `patienceMs`. */
export function deadlineIn(ms: number, clock: MonotonicClock = monotonicClock, patienceMs = 0): Deadline {
  let end = clock.now() + ms;
  let patience = patienceMs;
  return {
    remainingMs: () => Math.max(0, end - clock.now()),
    patienceMs: () => patience,
    waited: (waitedMs) => {
      const counted = Math.min(patience, waitedMs);
      patience -= counted;
      end += counted;
    },
  };
}

/** Priority classes, most urgent first. They decide which call gets the next free slot when the CRM is busy. */
export const PRIORITIES = ['sign', 'save', 'staff', 'read', 'upload', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * Options of every call, besides its arguments.
 *
 * `signal` cancels reads only. A write ignores it: a closed browser tab must not leave a save with an unknown outcome.
 */
export type CrmCallOptions = {
  priority: Priority;
  deadline: Deadline;
  signal?: AbortSignal;
  /**
   * Set for a read shared by several callers. A lost or malformed answer is not retried here, because the caller splits
   * the read.
   */
  isForMany?: () => boolean;
  /** Receives unreadable fields of this answer, in addition to the client's own `onDrift`. */
  onDrift?: (drift: Drift) => void;
};
