import type { LRUCache } from 'lru-cache';
import { boundedCache } from './bounded-cache.ts';

/** Counts per key in windows of fixed length. */
export interface Limit {
  /** How much the key has used in this window. */
  count(key: string): Promise<number>;
  /** How much the key has left in this window. */
  left(key: string): Promise<number>;
  /** Uses one unit of the key's allowance in this window; false if nothing is left. */
  take(key: string): Promise<boolean>;
  /** Returns a unit that was taken and not used. */
  giveBack(key: string): Promise<void>;
}

/** In this process's memory, for a bounded number of keys. */
export class WindowLimit implements Limit {
  readonly #windows: LRUCache<string, { since: number; count: number }>;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #clock: { now(): number };

  constructor(most: number, windowMs: number, clock: { now(): number }, mostKeys = 10_000) {
    this.#windows = boundedCache(mostKeys);
    this.#most = most;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  async count(key: string): Promise<number> {
    return this.#windowOf(key).count;
  }

  async left(key: string): Promise<number> {
    return this.#most - this.#windowOf(key).count;
  }

  async take(key: string): Promise<boolean> {
    const window = this.#windowOf(key);
    if (window.count >= this.#most) return false;
    this.#windows.set(key, { ...window, count: window.count + 1 });
    return true;
  }

  async giveBack(key: string): Promise<void> {
    const window = this.#windowOf(key);
    if (window.count > 0) this.#windows.set(key, { ...window, count: window.count - 1 });
  }

  #windowOf(key: string): { since: number; count: number } {
    const now = this.#clock.now();
    const seen = this.#windows.get(key);
    return seen && now - seen.since < this.#windowMs ? seen : { since: now, count: 0 };
  }
}

/** Combines several windows into one limit: the maximum per minute may be too much per hour. */
export function allLimits(first: Limit, ...others: Limit[]): Limit {
  const all = [first, ...others];
  return {
    // Only of the first window: the others have different lengths.
    count: (key) => first.count(key),
    left: async (key) => Math.min(...(await Promise.all(all.map((limit) => limit.left(key))))),
    take: async (key) => {
      const taken: Limit[] = [];
      for (const limit of all) {
        if (!(await limit.take(key))) {
          await Promise.all(taken.map((each) => each.giveBack(key)));
          return false;
        }
        taken.push(limit);
      }
      return true;
    },
    giveBack: async (key) => {
      await Promise.all(all.map((limit) => limit.giveBack(key)));
    },
  };
}
