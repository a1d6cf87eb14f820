import { LRUCache } from 'lru-cache';
import type { Clock } from '../crm/clock.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import type { Limit } from '../shared-store/limit.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { AddressAsked } from '../view-models/contact.ts';
import { type Address, askAddressService } from './address-service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Enough for whoever corrects their address, too few for whoever collects a street. */
const PER_LINK_PER_MINUTE = 20;
/** The service is public: we ask it no more than a busy evening needs. */
const TOGETHER_PER_MINUTE = 300;
const MOST_AT_ONCE = 8;
const LONGEST_WAIT_MS = 2_000;

interface LookupContext {
  /** Null where none is configured. */
  addressLookupUrl: string | null;
  clock: Clock;
  log: Log;
  sharedStore: SharedStore;
}

/**
 * Street and city by postcode and house number. A convenience: whatever goes wrong, the address is "not known", and the
 * page goes on without it. Answers are public facts, so they are shared and kept for an hour.
 */
export class AddressLookup {
  readonly #context: LookupContext;
  readonly #perLink: Limit;
  readonly #together: Limit;
  readonly #known: LRUCache<string, { address: Address | null }>;
  #underWay = 0;

  constructor(context: LookupContext) {
    this.#context = context;
    this.#perLink = context.sharedStore.limit('addresses of a link', PER_LINK_PER_MINUTE, MINUTE_MS);
    this.#together = context.sharedStore.limit('addresses', TOGETHER_PER_MINUTE, MINUTE_MS);
    this.#known = new LRUCache({ max: 5_000, ttl: HOUR_MS, perf: context.clock });
  }

  /** @throws ProblemError too_many for a link that asked too often */
  async find(link: string, { zip, number }: AddressAsked): Promise<Address | null> {
    if (!(await this.#perLink.take(link))) throw new ProblemError('too_many', { retryAfterSeconds: 60 });
    const postcode = zip.replace(' ', '').toUpperCase();
    const key = `${postcode} ${number}`;
    const known = this.#known.get(key);
    if (known) return known.address;
    const { addressLookupUrl, log } = this.#context;
    if (addressLookupUrl === null || this.#underWay >= MOST_AT_ONCE) return null;
    if (!(await this.#together.take(''))) return null;
    this.#underWay += 1;
    try {
      const address = await askAddressService(addressLookupUrl, postcode, number, AbortSignal.timeout(LONGEST_WAIT_MS));
      this.#known.set(key, { address });
      return address;
    } catch (error) {
      log.warn(faultFields(error), 'the address look-up did not answer');
      return null;
    } finally {
      this.#underWay -= 1;
    }
  }
}
