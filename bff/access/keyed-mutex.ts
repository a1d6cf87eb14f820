import { ProblemError } from '../http/problems.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { inTurn, LEASE_MS } from '../shared-store/turn.ts';

/** More than two tabs and a phone need; more would pile up in memory. */
const MOST_WAITING = 20;

/** One piece of work per key at a time, such as a change of one deal; different keys do not wait for each other. */
export class KeyedMutex {
  readonly #queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
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

  /** @throws ProblemError busy, at once, when too many are waiting already */
  async run<T>(key: string, work: () => Promise<T>, mostWaiting = MOST_WAITING): Promise<T> {
    const queue = this.#queues.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting > mostWaiting) throw new ProblemError('busy');
    this.#queues.set(key, queue);
    queue.waiting += 1;
    const turn = this.#store ? () => inTurn(this.#store as SharedStore, key, this.#clock, work) : work;
    const mine = queue.last.then(turn, turn);
    queue.last = mine;
    try {
      return await mine;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) this.#queues.delete(key);
    }
  }
}
