import { LRUCache } from 'lru-cache';
import type { Clock } from '../crm/clock.ts';
import { limitKey, WindowLimit } from './limits.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
/** Free attempts for typing errors; after them an address waits, twice as long each time. */
const FREE_FAILURES = 5;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = WINDOW_MS;
/** After so many failures in a window, an address has to wait even with the right password. */
const MOST_FAILURES = 50;
/** Failures from everywhere in a window; after them only addresses that were right before get in. */
const MOST_EVERYWHERE = 50;
const KNOWN_MS = 12 * 60 * MINUTE_MS;

interface Failures {
  count: number;
  since: number;
  blockedUntil: number;
}

/**
 * Slows down password guessing (decision B5), in memory. Colleagues behind one address can go on working while one of
 * them mistypes: within a limit, the right password passes at an address where it was right before.
 */
export class AdminThrottle {
  readonly #failures = new LRUCache<string, Failures>({ max: 10_000 });
  readonly #known = new LRUCache<string, number>({ max: 10_000 });
  readonly #everywhere: WindowLimit;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#everywhere = new WindowLimit(MOST_EVERYWHERE, WINDOW_MS, clock);
  }

  /** How long this address has to wait before its password is checked; 0 when it is checked now. */
  waitMs(ip: string, isRight: boolean): number {
    const now = this.#clock.now();
    const address = limitKey(ip);
    const failures = this.#failuresOf(address);
    if (failures.count >= MOST_FAILURES) return failures.since + WINDOW_MS - now;
    if (isRight && this.#isKnown(address)) return 0;
    if (failures.blockedUntil > now) return failures.blockedUntil - now;
    return this.#everywhere.left('') > 0 || this.#isKnown(address) ? 0 : MINUTE_MS;
  }

  failed(ip: string): void {
    const address = limitKey(ip);
    const { count, since } = this.#failuresOf(address);
    const over = count + 1 - FREE_FAILURES;
    const waitMs = over >= 0 ? Math.min(FIRST_WAIT_MS * 2 ** over, LONGEST_WAIT_MS) : 0;
    this.#failures.set(address, { count: count + 1, since, blockedUntil: this.#clock.now() + waitMs });
    this.#everywhere.take('');
  }

  succeeded(ip: string): void {
    this.#known.set(limitKey(ip), this.#clock.now());
  }

  #failuresOf(address: string): Failures {
    const now = this.#clock.now();
    const seen = this.#failures.get(address);
    return seen && now - seen.since < WINDOW_MS ? seen : { count: 0, since: now, blockedUntil: 0 };
  }

  #isKnown(address: string): boolean {
    const at = this.#known.get(address);
    return at !== undefined && this.#clock.now() - at < KNOWN_MS;
  }
}
