import type { Limit } from './limit.ts';

/**
 * Who holds a key: this caller now (`taken`), somebody else (`other`), or nobody can tell because the store does not
 * answer (`unknown`).
 */
export type Held = 'taken' | 'other' | 'unknown';

export interface Kept {
  value: string;
  /** How long it is kept from now on. */
  leftMs: number;
}

/** This process among those that share the store, as last known. */
export interface Processes {
  count: number;
  /** From 0, in an order that all processes agree on. */
  rank: number;
}

/** The simultaneous calls that this process may make to the CRM. */
export interface Places {
  inUse(): number;
  /** `areOurs` turns false when others may have them, until the next time that this is called. */
  setMost(places: number, areOurs: () => boolean): void;
}

/** Receives reports on the store's health. */
export interface StoreReport {
  changed(isUp: boolean): void;
  failed(operation: string): void;
  processes(count: number): void;
}

/** Names what a key is about, so that keys of different kinds never meet. */
export type Kind = 'deal' | 'lead' | 'photos' | 'press' | 'token' | 'throttle';

/**
 * What the processes of one portal share: counters, leases and ids that end by themselves, and messages. Nothing is kept
 * only here: with the store gone every process goes on by itself. No method throws, and each answers soon.
 */
export interface SharedStore {
  /** An allowance per key and window, of all processes together. `mostKeys`: only for counting in memory. */
  limit(name: string, most: number, windowMs: number, mostKeys?: number): Limit;
  /** Takes a key for `holder`, or extends it when `holder` has it. */
  take(kind: Kind, key: string, holder: string, ttlMs: number): Promise<Held>;
  /** Extends a key that `holder` still has; `other` where it has ended, whoever has it now. */
  extend(kind: Kind, key: string, holder: string, ttlMs: number): Promise<Held>;
  /** Gives a key up, if `holder` has it. */
  release(kind: Kind, key: string, holder: string): Promise<void>;
  put(kind: Kind, key: string, value: string, ttlMs: number): Promise<void>;
  read(kind: Kind, key: string): Promise<Kept | null>;
  /** Whether what was put in the last `ms` is still there: neither the store nor its memory has begun since. */
  remembers(ms: number): Promise<boolean>;
  /** Tells the other processes, if there are any. */
  publish(topic: string, message: unknown): void;
  /** Receives what other processes publish under this topic. */
  subscribe(topic: string, receive: (message: unknown) => void): void;
  /**
   * From now on the CRM's `most` places are divided by the processes alive; alone, all are this one's. Resolves when this
   * process has some.
   */
  dividePlaces(most: number, places: Places): Promise<void>;
  /** Null in a process that has the portal to itself, or that never reached the store. */
  processes(): Processes | null;
  /** Whether the store answers. */
  isUp(): boolean;
  /** For how long the store has not answered; 0 while it does. */
  awayMs(): number;
  /** Whether the store has answered long enough for every process to be back on it. */
  isSettled(): boolean;
  close(): Promise<void>;
}
