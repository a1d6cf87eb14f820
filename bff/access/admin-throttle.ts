import type { Clock } from '../crm/clock.ts';
import { boundedCache } from './bounded-cache.ts';
import { WindowLimit } from './limits.ts';

const WINDOW_MS = 15 * 60_000;
/** Free attempts for typing errors; after them the caller waits, twice as long each time. */
const FREE_FAILURES = 4;
/** After so many failures from everywhere in a window, only the first attempt of a caller is free. */
const MANY_EVERYWHERE = 50;
const FIRST_WAIT_MS = 5_000;
/** The right password has to wait too, otherwise the wait would reveal it; so no wait is long. */
const LONGEST_WAIT_MS = 60_000;

interface Failures {
  count: number;
  since: number;
  blockedUntil: number;
}

/**
 * Slows down password guessing (decision B5), in memory. A caller is a known device, or else an address: failures of
 * one caller never block another.
 */
export class AdminThrottle {
  readonly #failures = boundedCache<string, Failures>(50_000);
  readonly #everywhere: WindowLimit;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#everywhere = new WindowLimit(Number.POSITIVE_INFINITY, WINDOW_MS, clock);
  }

  /** How long until a password of this caller is checked; 0 when it is checked now. */
  waitMs(caller: string): number {
    return Math.max(0, this.#failuresOf(caller).blockedUntil - this.#clock.now());
  }

  failed(caller: string): void {
    const { count, since } = this.#failuresOf(caller);
    const free = this.#everywhere.count('') < MANY_EVERYWHERE ? FREE_FAILURES : 0;
    const over = count - free;
    const waitMs = over >= 0 ? Math.min(FIRST_WAIT_MS * 2 ** over, LONGEST_WAIT_MS) : 0;
    this.#failures.set(caller, { count: count + 1, since, blockedUntil: this.#clock.now() + waitMs });
    this.#everywhere.take('');
  }

  #failuresOf(caller: string): Failures {
    const now = this.#clock.now();
    const seen = this.#failures.get(caller);
    return seen && now - seen.since < WINDOW_MS ? seen : { count: 0, since: now, blockedUntil: 0 };
  }
}
