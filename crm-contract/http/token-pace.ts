import type { MonotonicClock } from '../call-options.ts';

/**
 * Zoho blocks after 10 requests in 10 minutes (crm-api §1.3). Half of them are left for a process that restarts and
 * counts from zero.
 */
export const MOST_REQUESTS = 5;
export const REQUEST_WINDOW_MS = 10 * 60_000;
/** The pauses after the first failures in a row: a short outage ends soon. */
const PAUSES_MS = [1_000, 10_000] as const;
/**
 * With these pauses the sixth request comes after more than ten minutes, so failures never use up the allowance. After
 * an outage of the token endpoint, however long it was, a token is available within this time.
 */
const LONGEST_PAUSE_MS = 200_000;
const NEVER_LEFT_PAUSE_MS = 1_000;

/** When the token endpoint may be asked: the allowance of a window, and the pauses after failures. */
export class TokenPace {
  readonly #clock: MonotonicClock;
  #requestedAt: number[] = [];
  #askAgainAt = Number.NEGATIVE_INFINITY;
  #failuresInARow = 0;

  constructor(clock: MonotonicClock) {
    this.#clock = clock;
  }

  /** Milliseconds until the next request is allowed. */
  waitMs(): number {
    const now = this.#clock.now();
    this.#requestedAt = this.#requestedAt.filter((at) => now - at < REQUEST_WINDOW_MS);
    const [oldest = now] = this.#requestedAt;
    const windowMs = this.#requestedAt.length >= MOST_REQUESTS ? oldest + REQUEST_WINDOW_MS - now : 0;
    return Math.max(0, windowMs, this.#askAgainAt - now);
  }

  /** The requests of this process in the present window. */
  get requests(): number {
    return this.#requestedAt.length;
  }

  get failuresInARow(): number {
    return this.#failuresInARow;
  }

  requested(): void {
    this.#requestedAt.push(this.#clock.now());
  }

  /** A request that was never sent does not count against Zoho's allowance, so it may be repeated soon. */
  neverLeft(): number {
    this.#requestedAt.pop();
    return this.pause(NEVER_LEFT_PAUSE_MS);
  }

  /** While an old token is valid, slow retries cost nothing and save the allowance for when it expires. */
  failed(hasValidToken: boolean): number {
    this.#failuresInARow += 1;
    return hasValidToken ? this.pause(LONGEST_PAUSE_MS) : this.pauseAfter(this.#failuresInARow);
  }

  /** Another process failed this many times in a row, and its pause still lasts. */
  failedElsewhere(failures: number, pauseMs: number): void {
    this.#failuresInARow = failures;
    this.pause(pauseMs);
  }

  succeeded(): void {
    this.#failuresInARow = 0;
  }

  pauseAfter(failures: number): number {
    return this.pause(PAUSES_MS[failures - 1] ?? LONGEST_PAUSE_MS);
  }

  pause(ms: number): number {
    this.#askAgainAt = this.#clock.now() + ms;
    return ms;
  }
}
