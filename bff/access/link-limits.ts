import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';
import { HOUR_MS, MINUTE_MS } from '../crm/clock.ts';
import { ProblemError } from '../http/problems.ts';
import { allLimits, type Limit, type SharedStore } from '../shared-store/shared-store.ts';
import { callerAt, limitKey } from './caller-address.ts';
import type { LinkName } from './survey-link.ts';

/**
 * All addresses together may make N guesses a minute. The other limits are multiples of N: one address in a minute, one
 * address in an hour, all addresses in an hour.
 */
const ADDRESS_MINUTE = 1 / 2;
const ADDRESS_HOUR = 2;
const ALL_HOUR = 10;
/** The interval at which delayed lookups are released together: after many guesses in a minute, and in an hour. */
const EVERY_MS = { minute: 500, hour: 3_000 };
/** The maximum number of waiting lookups of one address. Many real people may share an address. */
const MOST_WAITING = 2_000;
const RETRY_AFTER_SECONDS = 60;

/** One lookup of a link that is not known to be real. */
interface Lookup<T> {
  ip: string;
  /** Aborts when the request is aborted. */
  gone: AbortSignal;
  /** Whether the CRM has confirmed the link since. */
  isProven(): boolean;
  /**
   * Rejects if the CRM knows no such link. If `manyGuess` is true, the lookup of a guessed link must be cheap, even if
   * the lookup of a real link then costs one more call.
   */
  work(manyGuess: boolean): Promise<T>;
}

/**
 * Lookups of links that are not known to be real. A guess shares a query with other reads (decision J11), so two limits
 * are enough. First, each address has an allowance of misses: lookups of links that do not exist. It may have as many
 * lookups in flight as it has misses left. Real links are no misses, so any number of people may share an address.
 * Second, after many misses by all addresses together, lookups are delayed and released in groups. The second limit
 * never refuses.
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

  /** @throws ProblemError too_many if the address missed too often, busy if too many of its lookups are waiting */
  async run<T>(lookup: Lookup<T>): Promise<T> {
    const address = limitKey(lookup.ip);
    const queue = this.#queues.get(address) ?? new PQueue();
    this.#queues.set(address, queue);
    if (queue.size >= MOST_WAITING) throw new ProblemError('busy');
    queue.concurrency = Math.max(1, await this.#ofAddress.left(address));
    try {
      // Without this, the lookup would run in the trace of the request before it.
      const lookUp = AsyncResource.bind(() => this.#lookUp(address, lookup));
      return await queue.add(lookUp, { signal: lookup.gone });
    } catch (error) {
      // The client is gone. Thrown unchanged, the abort would be logged as an internal error.
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
      // Aborted requests count too: otherwise guesses that never wait for the answer would be free.
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

/** Whether the CRM found no such link, or no such record for this link. */
export function isNothingFound(error: unknown): error is ProblemError {
  return error instanceof ProblemError && (error.code === 'unknown_link' || error.code === 'not_found');
}

/**
 * The class of a request with a known link. `act`: approve, sign, decline, withdraw and the PDF. `page`: the page
 * itself, with its first view. `reach`: the calls that a page without a first view makes before the customer can act.
 * `other`: everything else.
 */
export type LinkRequest = 'act' | 'page' | 'reach' | 'other';

/** The limit per hour, as a multiple of the limit per minute. */
const HOUR = 2;
/** Fractions of the link's limit: for each address, and for all addresses together. */
const OF_ADDRESS = 1 / 15;
const OF_ADDRESSES = 1 / 3;
/** The same number of links as `KnownLinks` remembers. */
const MOST_LINKS = 50_000;

/**
 * The requests that a known link may make. Everybody with the link shares its limit, so a stranger with a copy can use
 * it up. Therefore each address also has three small allowances of its own: for legal acts, for the page, and for the
 * calls before the acts. The last two are used only after the link's limit is used up. The sum over all addresses is
 * limited too, because a widely shared link must not use up the CRM's daily credits.
 */
export class LinkAllowance {
  readonly #link: Limit;
  readonly #own: Record<Exclude<LinkRequest, 'other'>, OwnAllowance>;

  constructor(perMinute: number, store: SharedStore) {
    this.#link = windows(store, 'requests of a link', perMinute);
    this.#own = {
      act: new OwnAllowance(store, 'legal acts', perMinute),
      page: new OwnAllowance(store, 'pages', perMinute),
      reach: new OwnAllowance(store, 'calls of a page', perMinute),
    };
  }

  /** Counts one request; false if it exceeds the limit. */
  async take(as: LinkRequest, link: LinkName, ip: string): Promise<boolean> {
    if (as !== 'act' && (await this.#link.take(link))) return true;
    return as !== 'other' && this.#own[as].take(link, ip);
  }
}

/** An allowance for each address that uses a link, and for all of them together. */
class OwnAllowance {
  readonly #ofAddress: Limit;
  readonly #ofAddresses: Limit;

  constructor(store: SharedStore, name: string, perMinute: number) {
    this.#ofAddress = windows(store, `${name} of an address on a link`, Math.ceil(perMinute * OF_ADDRESS));
    this.#ofAddresses = windows(store, `${name} on a link`, Math.ceil(perMinute * OF_ADDRESSES));
  }

  async take(link: LinkName, ip: string): Promise<boolean> {
    const address = `${link} ${callerAt(ip)}`;
    if (!(await this.#ofAddress.take(address))) return false;
    if (await this.#ofAddresses.take(link)) return true;
    await this.#ofAddress.giveBack(address);
    return false;
  }
}

function windows(store: SharedStore, name: string, perMinute: number): Limit {
  return allLimits(
    store.limit(name, perMinute, MINUTE_MS, MOST_LINKS),
    store.limit(`${name} in an hour`, perMinute * HOUR, HOUR_MS, MOST_LINKS),
  );
}
