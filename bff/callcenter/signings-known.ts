import { LRUCache } from 'lru-cache';

/** What the evidence of a signature says, or that there is none. */
export interface Signing {
  evidence: boolean;
  /** ISO time; null where the evidence was repaired later and does not know. */
  signedAt: string | null;
}

/** What was found of evidence. What is there never changes; what is not may be repaired, and is looked for again. */
export class SigningsKnown {
  readonly #found = new LRUCache<string, Signing>({ max: 20_000 });

  of(dealId: string): Signing | undefined {
    return this.#found.get(dealId);
  }

  found(dealId: string, signing: Signing): void {
    this.#found.set(dealId, signing);
  }
}
