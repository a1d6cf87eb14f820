import { ProblemError } from '../http/problems.ts';

/** More than two tabs and a phone need; more would pile up in memory. */
const MOST_WAITING = 20;

/** One change of a deal at a time in this process; changes of different deals do not wait for each other. */
export class KeyedMutex {
  readonly #queues = new Map<string, { last: Promise<unknown>; waiting: number }>();

  /** Whether a change of this record is running or waiting. */
  isBusy(key: string): boolean {
    return this.#queues.has(key);
  }

  /** @throws ProblemError busy, at once, when too many are waiting already */
  async run<T>(dealId: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(dealId) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting > MOST_WAITING) throw new ProblemError('busy');
    this.#queues.set(dealId, queue);
    queue.waiting += 1;
    const mine = queue.last.then(work, work);
    queue.last = mine;
    try {
      return await mine;
    } finally {
      queue.waiting -= 1;
      if (queue.waiting === 0) this.#queues.delete(dealId);
    }
  }
}
