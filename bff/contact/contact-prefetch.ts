import { LRUCache } from 'lru-cache';
import type { SurveyHash } from '../access/survey-hash.ts';
import type { FoundContact } from './found-contact.ts';

/** As long as a slow phone takes from the page to its first call; no longer, since the record may change meanwhile. */
const KEPT_MS = 5_000;

/** Reads for a page that could not wait for them: the call of its browser gets what was begun, and the CRM is asked once. */
export class ContactPrefetch {
  readonly #begun = new LRUCache<SurveyHash, Promise<FoundContact>>({ max: 1_000, ttl: KEPT_MS, ttlAutopurge: true });

  keep(hash: SurveyHash, found: Promise<FoundContact>): void {
    this.#begun.set(hash, found);
    // Whoever takes it while it runs is told of a fault; later comers ask anew.
    found.catch(() => this.#begun.delete(hash));
  }

  /** Once: what comes after it is another question. */
  take(hash: SurveyHash): Promise<FoundContact> | undefined {
    const found = this.#begun.get(hash);
    this.#begun.delete(hash);
    return found;
  }
}
