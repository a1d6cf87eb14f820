import type { Drift } from './shapes/read-record.ts';

/** The moment after which an answer is no longer useful. Token, attempts and pauses all count. */
export type Deadline = {
  remainingMs(): number;
  /** How long a call may still wait for a slot; waiting moves the deadline. */
  patienceMs(): number;
  /** Reports how long a call waited for its slot. */
  waited(ms: number): void;
};

/**
 * A deadline `ms` milliseconds from now. Waiting for a slot moves it to a later moment, by at most `patienceMs` in all.
 */
export function deadlineIn(ms: number, patienceMs = 0, clock: MonotonicClock = monotonicClock): Deadline {
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

/** A monotonic clock in milliseconds, with a timer. Tests inject their own. */
export type MonotonicClock = {
  now(): number;
  /** Runs `run` once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
};

/** A correction of the wall clock affects neither token age nor deadlines. */
export const monotonicClock: MonotonicClock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Waits `ms`; true if the time passed, false if `signal` ended the wait early. */
export function pause(clock: MonotonicClock, ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve(false);
      return;
    }
    const onAbort = () => {
      callOff();
      resolve(false);
    };
    const callOff = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve(true);
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
