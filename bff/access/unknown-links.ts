import PQueue from 'p-queue';
import { ProblemError } from '../http/problems.ts';
import { allLimits } from '../shared-store/all-limits.ts';
import type { Limit } from '../shared-store/limit.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { isNothingFound } from './constant-time-refusal.ts';
import { limitKey, siteOf } from './limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Unknown links per hour and address before the address shares a common limit with others that guess. */
const FREE_MISSES = 3;
/** … and of a whole IPv6 /48, so that nobody's 65,536 networks are as many newcomers. */
const FREE_MISSES_OF_SITE = 60;
/** Share of the CRM calls that may be look-ups of unknown links: three of eight. */
const SHARE_OF_CALLS = 3 / 8;
const LONGEST_WAIT_MS = 8_000;
const MOST_WAITING = 2_000;
/** So many turns an unknown link costs: more than there are turns at a time. */
const BEHIND = 1_000_000;
/** From this queue length on, only addresses without an unknown link may wait, … */
const CROWDED = 500;
/** … and no more of each: a few guessers could fill the queue before the CRM is asked about one of their links. */
const MANY_OF_ONE = 40;
const RETRY_AFTER_SECONDS = 60;
/** A CRM has a budget for a day: of what all that guess may ask in a minute, an address has so much in an hour, … */
const ADDRESS_HOUR = 2;
/** … and all together. */
const ALL_HOUR = 10;

/** One look-up of a link that is not known to be real. */
export interface Lookup<T> {
  ip: string;
  /** Aborts when nobody waits for the answer any more. */
  gone: AbortSignal;
  /** Resolves once the CRM confirmed the link: the rest of the work needs no slot here. */
  proven: Promise<unknown>;
  isProven(): boolean;
  /** `isSuspect`: this address sent an unknown link before, or its network many. */
  work(isSuspect: boolean): Promise<T>;
}

/** Of an address: its look-ups in progress, and the turn of the last. */
interface Pending {
  count: number;
  turn: number;
}

interface Charge {
  /** It guesses: it shares a limit with all that do. */
  isGuesser: boolean;
  giveBack(): Promise<void>;
}

/**
 * Look-ups of links that are not known to be real. They have slots of their own, so that known customers never wait for
 * them; addresses with the fewest unknown links go first, so that newcomers do not wait for those that guess. Of equals
 * each address has its turn, and at one address who came first: many real people may share it. A look-up
 * is charged to its address before the CRM is asked, and refunded if the link is real, because any number of people may
 * share an address. Disconnecting early does not refund it.
 */
export class UnknownLinks {
  readonly #places: PQueue;
  readonly #perAddress: Limit;
  readonly #suspects: Limit;
  readonly #misses: Limit;
  readonly #pending = new Map<string, Pending>();
  /** The turn of who got a slot last. */
  #turn = 0;

  constructor(perMinute: number, maxConcurrency: number, store: SharedStore) {
    this.#places = new PQueue({ concurrency: Math.max(1, Math.floor(maxConcurrency * SHARE_OF_CALLS)) });
    this.#perAddress = allLimits(
      store.limit('unknown links of an address', Math.ceil(perMinute / 2), MINUTE_MS),
      store.limit('unknown links of an address in an hour', perMinute * ADDRESS_HOUR, HOUR_MS),
    );
    this.#suspects = allLimits(
      store.limit('unknown links of all that guess', perMinute, MINUTE_MS),
      store.limit('unknown links of all that guess in an hour', perMinute * ALL_HOUR, HOUR_MS),
    );
    this.#misses = store.limit('misses of an address', Number.MAX_SAFE_INTEGER, HOUR_MS);
  }

  /** @throws ProblemError too_many for an address with too many unknown links, busy when no slot becomes free */
  async run<T>({ ip, gone, proven, isProven, work }: Lookup<T>): Promise<T> {
    const address = limitKey(ip);
    // Counted before anything is awaited: those that come at once do not all pass for the first.
    const { count: pending, turn } = this.#arrive(address);
    let charge: Charge | undefined;
    let isAdmitted = false;
    let isMiss = false;
    try {
      const [misses, left] = await Promise.all([this.#misses.count(address), this.#perAddress.left(address)]);
      if (left <= 0) throw tooMany();
      const mostWaiting = misses > 0 || pending >= MANY_OF_ONE ? CROWDED : MOST_WAITING;
      if (this.#places.size >= mostWaiting) throw new ProblemError('busy');
      isAdmitted = true;
      const leave = await this.#enter({ misses, turn }, gone, proven);
      charge = await this.#charge(ip);
      if (!charge && !isProven()) {
        leave();
        throw tooMany();
      }
      const result = work(charge?.isGuesser === true || (await this.#misses.count(address)) > 0);
      void Promise.race([result, proven]).then(leave, leave);
      return await result;
    } catch (error) {
      isMiss = isAdmitted && !isProven() && (gone.aborted || isNothingFound(error));
      throw error;
    } finally {
      await this.#refundOrCount(ip, charge, isMiss);
    }
  }

  /** How many of this address were in progress before, and the turn of the new one: one later than theirs. */
  #arrive(address: string): Pending {
    const { count, turn: last } = this.#pending.get(address) ?? { count: 0, turn: this.#turn - 1 };
    const turn = Math.max(this.#turn, last + 1);
    this.#pending.set(address, { count: count + 1, turn });
    return { count, turn };
  }

  #depart(address: string): void {
    const { count, turn } = this.#pending.get(address) ?? { count: 1, turn: 0 };
    if (count > 1) this.#pending.set(address, { count: count - 1, turn });
    else this.#pending.delete(address);
  }

  /**
   * Waits for a slot; the returned function frees it. None is needed once the link is proven: a page and the call that
   * its browser makes ask for the same link, and the first answer is for both.
   */
  #enter(
    { misses, turn }: { misses: number; turn: number },
    gone: AbortSignal,
    proven: Promise<unknown>,
  ): Promise<() => void> {
    const priority = -(misses * BEHIND + turn);
    const patience = new AbortController();
    const giveUp = () => patience.abort();
    const timer = setTimeout(giveUp, LONGEST_WAIT_MS);
    gone.addEventListener('abort', giveUp, { once: true });
    if (gone.aborted) giveUp();
    const left = Promise.withResolvers<void>();
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        gone.removeEventListener('abort', giveUp);
        resolve(left.resolve);
      };
      const take = () => {
        // Who needed no slot has had no turn: else all that arrive from then on would stand behind their whole address.
        this.#turn = Math.max(this.#turn, turn);
        enter();
        return left.promise;
      };
      this.#places.add(take, { priority, signal: patience.signal }).catch(() => reject(new ProblemError('busy')));
      void proven.then(() => {
        enter();
        giveUp();
      });
    });
  }

  /** Undefined when the address, or all that guess together, have used up their limit. */
  async #charge(ip: string): Promise<Charge | undefined> {
    const address = limitKey(ip);
    const isGuesser = await this.#isGuesser(ip);
    if (!(await this.#perAddress.take(address))) return undefined;
    if (isGuesser && !(await this.#suspects.take(''))) {
      await this.#perAddress.giveBack(address);
      return undefined;
    }
    return {
      isGuesser,
      giveBack: async () => {
        await this.#perAddress.giveBack(address);
        if (isGuesser) await this.#suspects.giveBack('');
      },
    };
  }

  async #isGuesser(ip: string): Promise<boolean> {
    if ((await this.#misses.count(limitKey(ip))) >= FREE_MISSES) return true;
    const site = siteOf(ip);
    return site !== null && (await this.#misses.count(site)) >= FREE_MISSES_OF_SITE;
  }

  async #refundOrCount(ip: string, charge: Charge | undefined, isMiss: boolean): Promise<void> {
    const address = limitKey(ip);
    this.#depart(address);
    if (!isMiss) await charge?.giveBack();
    else if (!charge) await this.#perAddress.take(address);
    if (!isMiss) return;
    const site = siteOf(ip);
    await Promise.all([this.#misses.take(address), site && this.#misses.take(site)]);
  }
}

function tooMany(): ProblemError {
  return new ProblemError('too_many', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
