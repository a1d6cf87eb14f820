import PQueue from 'p-queue';
import { ProblemError } from '../http/problems.ts';
import { allLimits } from '../shared-store/all-limits.ts';
import type { Limit } from '../shared-store/limit.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { limitKey } from './limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Of what all may guess in a minute, what an address may in a minute and in an hour, and all in an hour. */
const ADDRESS_MINUTE = 1 / 2;
const ADDRESS_HOUR = 2;
const ALL_HOUR = 10;
/** How often those go on together that wait because of guesses: in a minute with many, and in an hour with many. */
const EVERY_MS = { minute: 500, hour: 3_000 };
/** Of one address; many real people may share it. */
const MOST_WAITING = 2_000;
const RETRY_AFTER_SECONDS = 60;

/** One look-up of a link that is not known to be real. */
export interface Lookup<T> {
  ip: string;
  /** Aborts when nobody waits for the answer any more. */
  gone: AbortSignal;
  /** Whether the CRM confirmed the link meanwhile. */
  isProven(): boolean;
  /** Rejects where the CRM knows no such link. `manyGuess`: what it costs matters more than what a real one costs. */
  work(manyGuess: boolean): Promise<T>;
}

/**
 * Look-ups of links that are not known to be real. A guess rides along with other reads (decision J11), so two limits
 * are enough. An address has a number of misses; as many of its look-ups go on at once as it has left, and what proves
 * real uses up none: any number of people may share an address. Once all addresses together missed often, look-ups wait
 * for each other and go on together: that limit delays and never refuses.
 */
export class UnknownLinks {
  readonly #ofAddress: Limit;
  readonly #ofAll: { minute: Limit; hour: Limit };
  readonly #queues = new Map<string, PQueue>();
  #next: Promise<unknown> | undefined;

  constructor(perMinute: number, store: SharedStore) {
    this.#ofAddress = allLimits(
      store.limit('unknown links of an address', Math.ceil(perMinute * ADDRESS_MINUTE), MINUTE_MS),
      store.limit('unknown links of an address in an hour', perMinute * ADDRESS_HOUR, HOUR_MS),
    );
    this.#ofAll = {
      minute: store.limit('unknown links of all', perMinute, MINUTE_MS),
      hour: store.limit('unknown links of all in an hour', perMinute * ALL_HOUR, HOUR_MS),
    };
  }

  /** @throws ProblemError too_many for an address that missed too often, busy when too many of its look-ups wait */
  async run<T>(lookup: Lookup<T>): Promise<T> {
    const address = limitKey(lookup.ip);
    const queue = this.#queues.get(address) ?? new PQueue();
    this.#queues.set(address, queue);
    if (queue.size >= MOST_WAITING) throw new ProblemError('busy');
    queue.concurrency = Math.max(1, await this.#ofAddress.left(address));
    try {
      return await queue.add(() => this.#lookUp(address, lookup), { signal: lookup.gone });
    } catch (error) {
      // Nobody reads it; as a fault of ours it would be logged.
      throw error === lookup.gone.reason ? new ProblemError('busy', { cause: error }) : error;
    } finally {
      if (queue.size + queue.pending === 0) this.#queues.delete(address);
    }
  }

  async #lookUp<T>(address: string, { gone, isProven, work }: Lookup<T>): Promise<T> {
    if (!isProven() && (await this.#ofAddress.left(address)) <= 0) {
      throw new ProblemError('too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const delayMs = isProven() ? 0 : await this.#delayMs();
    if (delayMs > 0) await this.#waitForOthers(delayMs);
    try {
      return await work(delayMs > 0 && !isProven());
    } catch (error) {
      // An aborted request counts as well: otherwise guesses that never wait for their answer are free.
      if (!isProven() && (gone.aborted || isNothingFound(error))) await this.#countMiss(address);
      throw error;
    }
  }

  async #delayMs(): Promise<number> {
    if ((await this.#ofAll.hour.left('')) <= 0) return EVERY_MS.hour;
    return (await this.#ofAll.minute.left('')) <= 0 ? EVERY_MS.minute : 0;
  }

  async #waitForOthers(ms: number): Promise<void> {
    this.#next ??= new Promise<void>((resolve) => setTimeout(resolve, ms)).finally(() => {
      this.#next = undefined;
    });
    await this.#next;
  }

  async #countMiss(address: string): Promise<void> {
    await Promise.all([this.#ofAddress.take(address), this.#ofAll.minute.take(''), this.#ofAll.hour.take('')]);
    const queue = this.#queues.get(address);
    if (queue) queue.concurrency = Math.max(1, await this.#ofAddress.left(address));
  }
}

/** Whether the CRM found no such link, or no such record of this link. */
export function isNothingFound(error: unknown): error is ProblemError {
  return error instanceof ProblemError && (error.code === 'unknown_link' || error.code === 'not_found');
}
