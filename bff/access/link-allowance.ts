import { allLimits } from '../shared-store/all-limits.ts';
import type { Limit } from '../shared-store/limit.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { LinkName } from './known-links.ts';
import { callerAt } from './limits.ts';

/**
 * What a request on a known link counts as. `act`: approving, signing, declining, withdrawing and the PDF. `page`: the page
 * itself, with its first view. `reach`: the calls that a page without a first view needs to reach the acts. `other`:
 * everything else.
 */
export type LinkRequest = 'act' | 'page' | 'reach' | 'other';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
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
