import { boundedCache } from '../shared-store/bounded-cache.ts';

/**
 * The texts of notes whose change has an unknown outcome, by operation reference: when the same press is repeated and
 * finds the change made, it leaves this note. After a restart a shorter text is used.
 */
export class PendingNotes {
  readonly #facts = boundedCache<string, readonly string[]>(1_000);

  add(ref: string, facts: readonly string[]): void {
    this.#facts.set(ref, facts);
  }

  of(ref: string): readonly string[] | undefined {
    return this.#facts.get(ref);
  }
}
