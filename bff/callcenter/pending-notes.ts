import { LRUCache } from 'lru-cache';

/**
 * What the note of a change would say of which it is not known whether the CRM made it, by the mark of its press: when the
 * same press comes again and finds the change made, it leaves this note. After a restart a shorter one has to do.
 */
export class PendingNotes {
  readonly #facts = new LRUCache<string, readonly string[]>({ max: 1_000 });

  add(mark: string, facts: readonly string[]): void {
    this.#facts.set(mark, facts);
  }

  of(mark: string): readonly string[] | undefined {
    return this.#facts.get(mark);
  }
}
