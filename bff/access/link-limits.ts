import PQueue from 'p-queue';
import { ProblemError } from '../http/problems.ts';
import { allLimits, type Limit } from '../shared-store/limit.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { LinkName } from './known-links.ts';
import { callerAt, limitKey } from './limits.ts';

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
interface Lookup<T> {
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

/**
 * What a request on a known link counts as. `act`: approving, signing, declining, withdrawing and the PDF. `page`: the page
 * itself, with its first view. `reach`: the calls that a page without a first view needs to reach the acts. `other`:
 * everything else.
 */
export type LinkRequest = 'act' | 'page' | 'reach' | 'other';

/** A limit per hour, as a multiple of the limit per minute. */
const HOUR = 2;
/** Of the link's limit: what each address has for itself, and what all of these together may be. */
const OF_ADDRESS = 1 / 15;
const OF_ADDRESSES = 1 / 3;
/** As many as are remembered to be real. */
const MOST_LINKS = 50_000;

/**
 * The requests that a known link may make. Everybody who has the link shares its limit, so a stranger with a copy can use
 * that up. Each address therefore has a small allowance of its own for legal acts, and, once the link's limit is used up,
 * one for the page and one for the calls that reach the acts. What all addresses together get from these is limited as
 * well: a link in many hands must not use up the CRM's day.
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

  /** Counts one request; false when it is one too many. */
  async take(as: LinkRequest, link: LinkName, ip: string): Promise<boolean> {
    if (as !== 'act' && (await this.#link.take(link))) return true;
    return as !== 'other' && this.#own[as].take(link, ip);
  }
}

/** An allowance of each address that uses a link, and of all of them. */
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
