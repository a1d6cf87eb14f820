import { hash as hashOf } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { Clock } from '../crm/clock.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import { InMemoryStore } from '../shared-store/in-memory-store.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import type { SurveyHash } from './survey-hash.ts';

/** How long a complete list of a link's deals answers for other deals, without a CRM call. */
const LIST_FRESH_MS = 30_000;
/** The topic under which processes tell each other which link was replaced. */
const ENDED = 'link ended';

export type LinkName = string & { readonly brand: unique symbol };

interface Known {
  /** The deals of this link that were read. */
  deals: Set<string>;
  /** When all of them were read. */
  listedAt: number;
}

/**
 * Links that the CRM confirmed recently, and their deals. In memory, and bounded. It gives no access: every read and
 * write still asks the CRM for link and deal.
 */
export class KnownLinks {
  readonly #known = boundedCache<LinkName, Known>(50_000);
  readonly #proofs = new EventEmitter().setMaxListeners(0);
  readonly #clock: Clock;
  readonly #unproven = new KeyedMutex();

  readonly #store: SharedStore;
  readonly #onEnd: ((link: LinkName) => void)[] = [(link) => this.forget(link)];

  constructor(clock: Clock, store: SharedStore = new InMemoryStore(clock)) {
    this.#clock = clock;
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
    return this.#known.has(link);
  }

  /** The CRM confirmed this link and these deals; `areAll` when there are no others. */
  learn(link: LinkName, dealIds: readonly string[] = [], areAll = false): void {
    const known = this.#known.get(link) ?? { deals: new Set(), listedAt: Number.NEGATIVE_INFINITY };
    if (areAll) this.#known.set(link, { deals: new Set(dealIds), listedAt: this.#clock.now() });
    else this.#known.set(link, { ...known, deals: new Set([...known.deals, ...dealIds]) });
    this.#proofs.emit(link);
  }

  /** Resolves when the CRM confirms the link. */
  async whenKnown(link: LinkName, signal: AbortSignal): Promise<void> {
    // Never rejects: after the abort nobody waits for it.
    if (!this.isKnown(link)) await once(this.#proofs, link, { signal }).catch(() => new Promise(() => {}));
  }

  /** The CRM no longer knows this link. */
  forget(link: LinkName): void {
    this.#known.delete(link);
  }

  #ended(link: LinkName): void {
    for (const forget of this.#onEnd) forget(link);
  }

  /** One at a time per link: reads of deals that it is not known to own. */
  oneByOne<T>(link: LinkName, read: () => Promise<T>): Promise<T> {
    return this.#unproven.run(link, read);
  }

  owns(link: LinkName, dealId: string): boolean {
    return this.#known.get(link)?.deals.has(dealId) === true;
  }

  /** Whether all deals of the link were read recently, and this is not one of them. */
  surelyNotOwns(link: LinkName, dealId: string): boolean {
    const known = this.#known.get(link);
    if (!known || this.#clock.now() - known.listedAt >= LIST_FRESH_MS) return false;
    return !known.deals.has(dealId);
  }
}

/** By digest, so that the memory holds no working links. */
export function linkName(hash: SurveyHash): LinkName {
  return hashOf('sha256', hash, 'base64url') as LinkName;
}
