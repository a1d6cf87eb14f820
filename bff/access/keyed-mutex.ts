import { ProblemError } from '../http/problems.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { LEASE_MS, withStoreLock } from '../shared-store/store-lock.ts';

/** More than two tabs and a phone need; a higher limit would fill memory. */
const MOST_WAITING = 20;

interface Waiting {
  isUrgent: boolean;
  begin: () => void;
}

/** Runs one piece of work per key at a time, for example changes of one deal; different keys run in parallel. */
export class KeyedMutex {
  /** Waiting work by key; a key exists while its work is running. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #store: SharedStore | undefined;
  readonly #clock: { now(): number };

  /** With a store, also locks across the processes that share it. The clock is monotonic. */
  constructor(store?: SharedStore, clock: { now(): number } = performance) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Whether work for this key is running or waiting, in any process that shares the store. */
  async isBusy(key: string): Promise<boolean> {
    if (this.#queues.has(key) || !this.#store) return this.#queues.has(key);
    const holder = crypto.randomUUID();
    const held = await this.#store.take('deal', key, holder, LEASE_MS);
    if (held === 'taken') await this.#store.release('deal', key, holder);
    return held === 'other';
  }

  /**
   * Urgent work goes before other waiting work, and each of the two has its own limit.
   *
   * @throws ProblemError busy, at once, if too many are waiting already
   */
  async run<T>(key: string, work: () => Promise<T>, isUrgent = false): Promise<T> {
    const queue = this.#queues.get(key);
    if (queue) await this.#wait(queue, isUrgent);
    else this.#queues.set(key, []);
    try {
      return await (this.#store ? withStoreLock(this.#store, key, this.#clock, work) : work());
    } finally {
      const next = this.#queues.get(key)?.shift();
      if (next) next.begin();
      else this.#queues.delete(key);
    }
  }

  #wait(queue: Waiting[], isUrgent: boolean): Promise<void> {
    if (queue.filter((each) => each.isUrgent === isUrgent).length >= MOST_WAITING) throw new ProblemError('busy');
    const { promise, resolve: begin } = Promise.withResolvers<void>();
    const firstOther = queue.findIndex((each) => !each.isUrgent);
    queue.splice(isUrgent && firstOther >= 0 ? firstOther : queue.length, 0, { isUrgent, begin });
    return promise;
  }
}
