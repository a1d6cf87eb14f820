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
