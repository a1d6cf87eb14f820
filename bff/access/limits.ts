import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';

/** Counts per key in windows of a fixed length, in memory, for a bounded number of keys. */
export class WindowLimit {
  readonly #counts: LRUCache<string, { since: number; count: number }>;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #clock: Clock;

  constructor(most: number, windowMs: number, clock: Clock) {
    this.#counts = new LRUCache({ max: 10_000 });
    this.#most = most;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  /** Takes one of what the key may still do in this window; false when nothing is left. */
  take(key: string): boolean {
    const now = this.#clock.now();
    const seen = this.#counts.get(key);
    const window = seen && now - seen.since < this.#windowMs ? seen : { since: now, count: 0 };
    window.count += 1;
    this.#counts.set(key, window);
    return window.count <= this.#most;
  }
}

/** An IPv6 client owns a /64; counting single addresses would count nothing. */
export function limitKey(ip: string): string {
  return ip.includes(':') && !ip.startsWith('::ffff:') ? ip.split(':').slice(0, 4).join(':') : ip;
}
