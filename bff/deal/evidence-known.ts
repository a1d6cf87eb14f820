import { LRUCache } from 'lru-cache';
import type { SigningFacts } from '../crm/texts/note-texts.ts';

/** What this process knows of evidence: complete in the CRM, or the facts of a signature whose evidence failed. */
export class EvidenceKnown {
  readonly #deals = new LRUCache<string, SigningFacts | 'complete'>({ max: 20_000 });

  of(dealId: string): SigningFacts | 'complete' | undefined {
    return this.#deals.get(dealId);
  }

  failed(facts: SigningFacts): void {
    this.#deals.set(facts.deal.id, facts);
  }

  complete(dealId: string): void {
    this.#deals.set(dealId, 'complete');
  }
}
