import { isIP, isIPv6 } from 'node:net';
import type { LRUCache } from 'lru-cache';
import type { Clock } from '../crm/clock.ts';
import { boundedCache } from './bounded-cache.ts';

/** Counts per key in windows of fixed length, in memory, for a bounded number of keys. */
export class WindowLimit {
  readonly #windows: LRUCache<string, { since: number; count: number }>;
  readonly #most: number;
  readonly #windowMs: number;
  readonly #clock: Clock;

  constructor(most: number, windowMs: number, clock: Clock, mostKeys = 10_000) {
    this.#windows = boundedCache(mostKeys);
    this.#most = most;
    this.#windowMs = windowMs;
    this.#clock = clock;
  }

  /** How much the key used in this window. */
  count(key: string): number {
    return this.#windowOf(key).count;
  }

  /** How much the key has left in this window. */
  left(key: string): number {
    return this.#most - this.#windowOf(key).count;
  }

  /** Uses one of the key's allowance in this window; false when nothing is left. */
  take(key: string): boolean {
    const window = this.#windowOf(key);
    if (window.count >= this.#most) return false;
    this.#windows.set(key, { ...window, count: window.count + 1 });
    return true;
  }

  /** Returns what was taken and not used. */
  giveBack(key: string): void {
    const window = this.#windowOf(key);
    if (window.count > 0) this.#windows.set(key, { ...window, count: window.count - 1 });
  }

  #windowOf(key: string): { since: number; count: number } {
    const now = this.#clock.now();
    const seen = this.#windows.get(key);
    return seen && now - seen.since < this.#windowMs ? seen : { since: now, count: 0 };
  }
}

const IPV4_INSIDE = /^::ffff:(?=[\d.]+$)/i;
const GROUPS = 8;
/** Some proxies add the port, which differs per connection. */
const WITH_PORT = /^\[?([\d.]+|(?<=\[)[\da-f:.]+)\]?:\d{1,5}$/i;

/** An IPv6 client owns a whole /64, so limits count networks, not addresses. */
export function limitKey(forwarded: string): string {
  const [, ip = forwarded] = WITH_PORT.exec(forwarded) ?? [];
  if (!isIP(ip)) return 'no address';
  if (!isIPv6(ip) || IPV4_INSIDE.test(ip)) return ip.replace(IPV4_INSIDE, '');
  const [front = [], back = []] = ip.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(Math.max(0, GROUPS - front.length - back.length)).fill('0');
  const network = [...front, ...zeros, ...back].slice(0, GROUPS / 2);
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
