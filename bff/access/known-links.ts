import { hash as hashOf } from 'node:crypto';
import type { Clock } from '../crm/clock.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import { InMemoryStore } from '../shared-store/in-memory-store.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { SurveyHash } from './survey-hash.ts';

/** The topic under which processes tell each other which link was replaced. */
const ENDED = 'link ended';

export type LinkName = string & { readonly brand: unique symbol };

/** The version of a deal that was shown to who has its link. */
export interface SeenDeal {
  id: string;
  Stage: string | null;
  Modified_Time: string | null;
}

/**
 * Links that the CRM confirmed recently, with those of their deals that were read. In memory, and bounded. It gives no
 * access: every read still asks the CRM for link and deal, and so does every write but the one that says that what was
 * shown was seen.
 */
export class KnownLinks {
  readonly #deals = boundedCache<LinkName, Map<string, SeenDeal>>(50_000);
  readonly #store: SharedStore;
  readonly #onEnd: ((link: LinkName) => void)[] = [(link) => this.forget(link)];

  constructor(clock: Clock, store: SharedStore = new InMemoryStore(clock)) {
    this.#store = store;
    store.subscribe(ENDED, (link) => this.#ended(link as LinkName));
  }

  /** This link was replaced: whatever any process holds for it goes. */
  end(link: LinkName): void {
    this.#ended(link);
    this.#store.publish(ENDED, link);
  }

  /** Hears which links were replaced. */
  onEnd(forget: (link: LinkName) => void): void {
    this.#onEnd.push(forget);
  }

  isKnown(link: LinkName): boolean {
    return this.#deals.has(link);
  }

  /** The CRM confirmed this link, and that these deals are its own. */
  learn(link: LinkName, deals: readonly SeenDeal[] = []): void {
    const seen = deals.map(({ id, Stage, Modified_Time }) => [id, { id, Stage, Modified_Time }] as const);
    this.#deals.set(link, new Map([...(this.#deals.get(link) ?? []), ...seen]));
  }

  /** The CRM no longer knows this link. */
  forget(link: LinkName): void {
    this.#deals.delete(link);
  }

  /** The deal as it was last read for this link; undefined where it is not known to be this link's. */
  seen(link: LinkName, dealId: string): SeenDeal | undefined {
    return this.#deals.get(link)?.get(dealId);
  }

  #ended(link: LinkName): void {
    for (const forget of this.#onEnd) forget(link);
  }
}

/** By digest, so that the memory holds no working links. */
export function linkName(hash: SurveyHash): LinkName {
  return hashOf('sha256', hash, 'base64url') as LinkName;
}
