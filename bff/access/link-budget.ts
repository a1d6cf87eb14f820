import { hash as hashOf } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../crm/clock.ts';
import { limitKey, WindowLimit } from './limits.ts';
import type { SurveyHash } from './survey-hash.ts';

const MINUTE_MS = 60_000;

/**
 * Limits how many unknown links are looked up in the CRM, from everywhere and per address: guessing is hopeless and
 * costs the organisation no more calls than this. A link that was known before is always looked up.
 */
export class LinkBudget {
  readonly #known = new LRUCache<string, true>({ max: 50_000 });
  readonly #everywhere: WindowLimit;
  readonly #perAddress: WindowLimit;

  constructor(perMinute: number, clock: Clock) {
    this.#everywhere = new WindowLimit(perMinute, MINUTE_MS, clock);
    this.#perAddress = new WindowLimit(Math.ceil(perMinute / 2), MINUTE_MS, clock);
  }

  /** By its digest: nothing here keeps what opens a door. */
  nameOf(hash: SurveyHash): LinkName {
    return hashOf('sha256', hash, 'base64url') as LinkName;
  }

  allows(link: LinkName, ip: string): boolean {
    if (this.#known.has(link)) return true;
    return this.#everywhere.left('') > 0 && this.#perAddress.left(limitKey(ip)) > 0;
  }

  found(link: LinkName): void {
    this.#known.set(link, true);
  }

  /** A known link with a wrong deal is not a guess. */
  missed(link: LinkName, ip: string): void {
    if (this.#known.has(link)) return;
    this.#everywhere.take('');
    this.#perAddress.take(limitKey(ip));
  }
}

type LinkName = string & { readonly brand: unique symbol };
