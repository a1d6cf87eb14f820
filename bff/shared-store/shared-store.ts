import { LRUCache } from 'lru-cache';

/**
 * The holder of a lease: this caller (`taken`), somebody else (`other`), or `unknown` because the store does not
 * answer.
 */
export type Held = 'taken' | 'other' | 'unknown';

export interface Kept {
  value: string;
  /** The remaining time to live. */
  leftMs: number;
}

/** This process among those that share the store, as last known. */
export interface Processes {
  count: number;
  /** From 0, in an order shared by all processes. */
  rank: number;
}

/** The number of simultaneous calls this process may make to the CRM. */
export interface Slots {
  inUse(): number;
  /** `areOurs` turns false when other processes may have the slots, until the next call of this function. */
  setMost(slots: number, areOurs: () => boolean): void;
}

/** Receives reports on the store's health. */
export interface StoreReport {
  changed(isUp: boolean): void;
  failed(operation: string): void;
  processes(count: number): void;
}

/** The namespace of a key. */
export type Kind = 'deal' | 'lead' | 'photos' | 'press' | 'token' | 'throttle';

/**
 * State shared by the processes of one portal: counters, leases and ids that expire, and messages. Nothing exists only
 * here: without the store every process continues on its own. No method throws, and each answers soon.
 */
export interface SharedStore {
  /** An allowance per key and window, for all processes together. `mostKeys` applies to counting in memory only. */
  limit(name: string, most: number, windowMs: number, mostKeys?: number): Limit;
  /** Takes a lease for `holder`, or extends the one `holder` has. */
  take(kind: Kind, key: string, holder: string, ttlMs: number): Promise<Held>;
  /** Extends a lease that `holder` still has; `other` if the lease has expired, even if nobody has it now. */
  extend(kind: Kind, key: string, holder: string, ttlMs: number): Promise<Held>;
  /** Releases a lease if `holder` has it. */
  release(kind: Kind, key: string, holder: string): Promise<void>;
  put(kind: Kind, key: string, value: string, ttlMs: number): Promise<void>;
  read(kind: Kind, key: string): Promise<Kept | null>;
  /** Whether all values of the last `ms` are still there, because the store has not restarted in that time. */
  remembers(ms: number): Promise<boolean>;
  /** Sends a message to the other processes, if any. */
  publish(topic: string, message: unknown): void;
  /** Receives what other processes publish under this topic. */
  subscribe(topic: string, receive: (message: unknown) => void): void;
  /**
   * From now on the live processes share the CRM's `most` slots; a single process has all of them. Resolves when this
   * process has slots.
   */
  divideSlots(most: number, slots: Slots): Promise<void>;
  /** Null in a process that runs alone or never reached the store. */
  processes(): Processes | null;
  isUp(): boolean;
  /** How long the store has been down; 0 while it is up. */
  awayMs(): number;
  /** Whether the store has been up long enough for every process to reconnect. */
  isSettled(): boolean;
  close(): Promise<void>;
}

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

/** Counts in the memory of this process, for a bounded number of keys. */
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

/**
 * Combines several windows into one limit, because the maximum per minute, used every minute, may be too much for an
 * hour.
 */
export function allLimits(first: Limit, ...others: Limit[]): Limit {
  const all = [first, ...others];
  return {
    // Counts in the first window only, because the others have different lengths.
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

/** Makes a function that gives a message to `receive` in this process and in all others. */
export function toAll<Message>(
  store: SharedStore,
  topic: string,
  receive: (message: Message) => void,
): (message: Message) => void {
  store.subscribe(topic, (message) => receive(message as Message));
  return (message) => {
    receive(message);
    store.publish(topic, message);
  };
}

/**
 * Keeps the `most` recently used entries and calls `dispose` for removed ones. Memory grows with the content: with
 * `max`, lru-cache would allocate all of it at once.
 */
export function boundedCache<K extends {}, V extends {}>(
  most: number,
  dispose?: (value: V, key: K) => void,
): LRUCache<K, V> {
  return new LRUCache<K, V>({ maxSize: most, sizeCalculation: () => 1, ...(dispose && { dispose }) });
}
