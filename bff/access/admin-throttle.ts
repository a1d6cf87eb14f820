import type { Limit } from '../shared-store/limit.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { limitKey, siteOf } from './limits.ts';

const WINDOW_MS = 15 * 60_000;
/** Free attempts for typing errors; after them the caller waits, twice as long each time. */
const FREE_FAILURES = 4;
/** After so many failures from everywhere in a window, only the first attempt of a caller is free. */
const MANY_EVERYWHERE = 50;
const FIRST_WAIT_MS = 5_000;
/** The right password has to wait too, otherwise the wait would reveal it; so no wait is long. */
const LONGEST_WAIT_MS = 60_000;
const MOST_CALLERS = 50_000;
/** Failures of an IPv6 /48 before its 65,536 networks count as one caller. */
const FAILURES_OF_SITE = 20;

/**
 * Slows down password guessing (decision B5). A caller is a known device, or else an address: failures of one caller
 * never block another.
 */
export class AdminThrottle {
  readonly #failures: Limit;
  readonly #everywhere: Limit;
  readonly #ofSite: Limit;
  readonly #store: SharedStore;
  readonly #turns = new KeyedMutex();
  readonly #turnsOfAll: KeyedMutex;

  constructor(store: SharedStore) {
    this.#store = store;
    this.#turnsOfAll = new KeyedMutex(store);
    this.#failures = store.limit('password failures of a caller', Number.MAX_SAFE_INTEGER, WINDOW_MS, MOST_CALLERS);
    this.#everywhere = store.limit('password failures', Number.MAX_SAFE_INTEGER, WINDOW_MS);
    this.#ofSite = store.limit('password failures of an IPv6 /48', FAILURES_OF_SITE, WINDOW_MS);
  }

  /**
   * Runs a look at a password for the caller at this address. In an IPv6 /48 it counts as a failure until it turns out to
   * be none, because any number may come at once.
   */
  async at<T>(ip: string, look: (caller: string) => Promise<T>, isFailure: (result: T) => boolean): Promise<T> {
    const site = siteOf(ip);
    if (site === null) return look(limitKey(ip));
    if (!(await this.#ofSite.take(site))) return look(site);
    const result = await look(limitKey(ip));
    if (!isFailure(result)) await this.#ofSite.giveBack(site);
    return result;
  }

  /**
   * One look at a password of a caller at a time, with their {@link waitMs}. Who failed before waits for other processes
   * as well: else each of them would compare one password when a wait is over.
   */
  inTurn<T>(caller: string, look: (waitMs: number) => Promise<T>): Promise<T> {
    return this.#turns.run(caller, async () => {
      const [waitMs, failures] = await Promise.all([this.waitMs(caller), this.#failures.count(caller)]);
      if (waitMs > 0 || failures === 0) return look(waitMs);
      return this.#turnsOfAll.run(`password of ${caller}`, async () => look(await this.waitMs(caller)));
    });
  }

  /** How long until a password of this caller is checked; 0 when it is checked now. */
  async waitMs(caller: string): Promise<number> {
    return (await this.#store.read('throttle', caller))?.leftMs ?? 0;
  }

  async failed(caller: string): Promise<void> {
    const [count, everywhere] = await Promise.all([this.#failures.count(caller), this.#everywhere.count('')]);
    const excess = count - (everywhere < MANY_EVERYWHERE ? FREE_FAILURES : 0);
    const waitMs = excess >= 0 ? Math.min(FIRST_WAIT_MS * 2 ** excess, LONGEST_WAIT_MS) : 0;
    await Promise.all([
      this.#failures.take(caller),
      this.#everywhere.take(''),
      waitMs > 0 && this.#store.put('throttle', caller, 'waits', waitMs),
    ]);
  }
}
