import { LRUCache } from 'lru-cache';

/** The evidence of a signature, or that there is none. */
export interface Signing {
  evidence: boolean;
  /** ISO time; null where the evidence was repaired later and does not state it. */
  signedAt: string | null;
}

/** Known evidence. What was found never changes; what was not may be repaired, so it is looked for again. */
export class SigningsKnown {
  readonly #found = new LRUCache<string, Signing>({ max: 20_000 });

  of(dealId: string): Signing | undefined {
    return this.#found.get(dealId);
  }

  found(dealId: string, signing: Signing): void {
    this.#found.set(dealId, signing);
  }
}
