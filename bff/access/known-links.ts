import { hash as hashOf } from 'node:crypto';
import type { Clock } from '../crm/clock.ts';
import { boundedCache, InMemoryStore, type SharedStore } from '../shared-store/shared-store.ts';
import type { SurveyHash } from './survey-link.ts';

/** The topic for replaced links. */
const ENDED = 'link ended';

export type LinkName = string & { readonly brand: unique symbol };

/** The version of a deal shown to the holder of its link. */
export interface SeenDeal {
  id: string;
  Stage: string | null;
  Modified_Time: string | null;
}

/**
 * Links that the CRM confirmed recently, with the deals that were read for each. In memory, and bounded. They give no
 * access: every request still checks link and deal in the CRM, except the request that reports a view of the shown
 * quote.
 */
export class KnownLinks {
  readonly #deals = boundedCache<LinkName, Map<string, SeenDeal>>(50_000);
  readonly #store: SharedStore;
  readonly #onEnd: ((link: LinkName) => void)[] = [(link) => this.forget(link)];

  constructor(clock: Clock, store: SharedStore = new InMemoryStore(clock)) {
    this.#store = store;
    store.subscribe(ENDED, (link) => this.#ended(link as LinkName));
  }

  /** The link was replaced: all processes drop their data about it. */
  end(link: LinkName): void {
    this.#ended(link);
    this.#store.publish(ENDED, link);
  }

  /** Registers a callback for replaced links. */
  onEnd(forget: (link: LinkName) => void): void {
    this.#onEnd.push(forget);
  }

  isKnown(link: LinkName): boolean {
    return this.#deals.has(link);
  }

  /** The CRM confirmed this link, and that these deals belong to it. */
  learn(link: LinkName, deals: readonly SeenDeal[] = []): void {
    const seen = deals.map(({ id, Stage, Modified_Time }) => [id, { id, Stage, Modified_Time }] as const);
    this.#deals.set(link, new Map([...(this.#deals.get(link) ?? []), ...seen]));
  }

  /** The CRM no longer knows this link. */
  forget(link: LinkName): void {
    this.#deals.delete(link);
  }

  /** The deal as last read for this link; undefined if it is not known to belong to it. */
  seen(link: LinkName, dealId: string): SeenDeal | undefined {
    return this.#deals.get(link)?.get(dealId);
  }

  #ended(link: LinkName): void {
    for (const forget of this.#onEnd) forget(link);
  }
}

/** A digest, so that memory holds no working links. */
export function linkName(hash: SurveyHash): LinkName {
  return hashOf('sha256', hash, 'base64url') as LinkName;
}
