import { LRUCache } from 'lru-cache';
import type { KnownLinks, LinkName } from '../access/known-links.ts';
import type { FoundContact } from './found-contact.ts';

/** The time a slow phone takes from the page to its first call; no longer, because the record may change meanwhile. */
const KEPT_MS = 5_000;

/**
 * Reads for pages that did not wait for them: the browser's own call gets the read that was started, so the CRM is
 * asked once.
 */
export class ContactPrefetch {
  readonly #begun = new LRUCache<LinkName, Promise<FoundContact>>({ max: 1_000, ttl: KEPT_MS, ttlAutopurge: true });

  constructor(knownLinks: KnownLinks) {
    knownLinks.onEnd((link) => this.#begun.delete(link));
  }

  keep(link: LinkName, found: Promise<FoundContact>): void {
    this.#begun.set(link, found);
    // A caller who is waiting gets the error; later callers ask again.
    found.catch(() => this.#begun.delete(link));
  }

  /** Used once: a second call is a new question. */
  take(link: LinkName): Promise<FoundContact> | undefined {
    const found = this.#begun.get(link);
    this.#begun.delete(link);
    return found;
  }
}
