import { ProblemError } from '../http/problems.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { inTurn, LEASE_MS } from '../shared-store/turn.ts';

/** More than two tabs and a phone need; more would pile up in memory. */
const MOST_WAITING = 20;

interface Waiting {
  isUrgent: boolean;
  begin: () => void;
}

/** One piece of work per key at a time, such as a change of one deal; different keys do not wait for each other. */
export class KeyedMutex {
  /** Those that wait, by key; a key is there while work under it is running. */
  readonly #queues = new Map<string, Waiting[]>();
  readonly #store: SharedStore | undefined;
  readonly #clock: { now(): number };

  /** With a store, also among the processes that share it. The clock is monotonic. */
  constructor(store?: SharedStore, clock: { now(): number } = performance) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Whether work under this key is running or waiting, in this process or in one that shares the store. */
  async isBusy(key: string): Promise<boolean> {
    if (this.#queues.has(key) || !this.#store) return this.#queues.has(key);
    const holder = crypto.randomUUID();
    const held = await this.#store.take('deal', key, holder, LEASE_MS);
    if (held === 'taken') await this.#store.release('deal', key, holder);
    return held === 'other';
  }

  /**
   * Urgent work goes ahead of other work that waits, and is not refused because of it.
   *
   * @throws ProblemError busy, at once, when too many are waiting already
   */
  async run<T>(key: string, work: () => Promise<T>, isUrgent = false): Promise<T> {
    const queue = this.#queues.get(key);
    if (queue) await this.#wait(queue, isUrgent);
    else this.#queues.set(key, []);
    try {
      return await (this.#store ? inTurn(this.#store, key, this.#clock, work) : work());
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
