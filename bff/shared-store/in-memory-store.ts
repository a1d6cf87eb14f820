import { boundedCache } from './bounded-cache.ts';
import { WindowLimit } from './limit.ts';
import type { Held, Kept, Kind, SharedStore } from './shared-store.ts';

const MOST_KEYS = 100_000;

/** The store of a single process, and the fallback of several. */
export class InMemoryStore implements SharedStore {
  readonly #clock: { now(): number };
  readonly #since: number;
  readonly #kept = boundedCache<string, { value: string; until: number }>(MOST_KEYS);

  constructor(clock: { now(): number }) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  limit(_name: string, most: number, windowMs: number, mostKeys?: number): WindowLimit {
    return new WindowLimit(most, windowMs, this.#clock, mostKeys);
  }

  async take(kind: Kind, key: string, holder: string, ttlMs: number): Promise<Held> {
    const kept = this.#at(kind, key);
    if (kept && kept.value !== holder) return 'other';
    this.#set(kind, key, holder, ttlMs);
    return 'taken';
  }

  async extend(kind: Kind, key: string, holder: string, ttlMs: number): Promise<Held> {
    return this.#at(kind, key)?.value === holder ? this.take(kind, key, holder, ttlMs) : 'other';
  }

  async release(kind: Kind, key: string, holder: string): Promise<void> {
    if (this.#at(kind, key)?.value === holder) this.#kept.delete(`${kind} ${key}`);
  }

  async put(kind: Kind, key: string, value: string, ttlMs: number): Promise<void> {
    this.#set(kind, key, value, ttlMs);
  }

  async read(kind: Kind, key: string): Promise<Kept | null> {
    return this.#at(kind, key);
  }

  async remembers(ms: number): Promise<boolean> {
    return this.#clock.now() - this.#since >= ms;
  }

  publish(): void {}

  subscribe(): void {}

  async divideSlots(): Promise<void> {}

  processes(): null {
    return null;
  }

  isUp(): boolean {
    return true;
  }

  awayMs(): number {
    return 0;
  }

  isSettled(): boolean {
    return true;
  }

  async close(): Promise<void> {}

  #set(kind: Kind, key: string, value: string, ttlMs: number): void {
    this.#kept.set(`${kind} ${key}`, { value, until: this.#clock.now() + ttlMs });
  }

  #at(kind: Kind, key: string): Kept | null {
    const kept = this.#kept.get(`${kind} ${key}`);
    const leftMs = kept ? kept.until - this.#clock.now() : 0;
    return kept && leftMs > 0 ? { value: kept.value, leftMs } : null;
  }
}
