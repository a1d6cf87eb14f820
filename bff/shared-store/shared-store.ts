import type { Limit } from './limit.ts';

/** Who has a lease: this caller (`taken`), somebody else (`other`), or `unknown` because the store does not answer. */
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
  /** Extends a lease that `holder` still has; `other` if it has expired, whoever has it now. */
  extend(kind: Kind, key: string, holder: string, ttlMs: number): Promise<Held>;
  /** Releases a lease if `holder` has it. */
  release(kind: Kind, key: string, holder: string): Promise<void>;
  put(kind: Kind, key: string, value: string, ttlMs: number): Promise<void>;
  read(kind: Kind, key: string): Promise<Kept | null>;
  /** Whether all values of the last `ms` are still there: neither the store nor its memory restarted since. */
  remembers(ms: number): Promise<boolean>;
  /** Sends a message to the other processes, if any. */
  publish(topic: string, message: unknown): void;
  /** Receives what other processes publish under this topic. */
  subscribe(topic: string, receive: (message: unknown) => void): void;
  /**
   * From now on the live processes share the CRM's `most` slots; a single process has all of them. Resolves when this
   * process has some.
   */
  divideSlots(most: number, slots: Slots): Promise<void>;
  /** Null in a process that runs alone or never reached the store. */
  processes(): Processes | null;
  isUp(): boolean;
  /** How long the store has not answered; 0 while it does. */
  awayMs(): number;
  /** Whether the store has been up long enough for every process to reconnect. */
  isSettled(): boolean;
  close(): Promise<void>;
}
