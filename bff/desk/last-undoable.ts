import type { Clock } from '../crm/clock.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';

/** How long an outcome or an edit can be undone. */
const UNDO_MS = 10 * 60_000;

interface Shared<T> {
  contactId: string;
  atMs: number;
  /** Nothing where it was taken back; a process of another version may tell it under another name. */
  done?: T;
}

/**
 * The last thing of its kind that was done to each contact, as plain data, for ten minutes. In memory, here and in the
 * other processes, which hear of it under `topic`.
 */
export class LastUndoable<T extends { dealId: string }> {
  protected readonly clock: Clock;
  readonly #store: SharedStore;
  readonly #topic: string;
  readonly #last: ReturnType<typeof boundedCache<string, { done: T; atMs: number }>>;

  constructor(clock: Clock, store: SharedStore, { topic, most }: { topic: string; most: number }) {
    this.clock = clock;
    this.#store = store;
    this.#topic = topic;
    this.#last = boundedCache(most);
    store.subscribe(topic, (message) => {
      const { contactId, atMs, done } = message as Shared<T>;
      if (done) this.#last.set(contactId, { done, atMs });
      else this.#last.delete(contactId);
    });
  }

  /** What can be undone of this deal, and until when. */
  of(contactId: string, dealId: string): { done: T; untilMs: number } | undefined {
    const last = this.#last.get(contactId);
    if (last?.done.dealId !== dealId) return undefined;
    const untilMs = last.atMs + UNDO_MS;
    return this.clock.now() < untilMs ? { done: last.done, untilMs } : undefined;
  }

  keep(contactId: string, done: T): void {
    this.#last.set(contactId, { done, atMs: this.clock.now() });
    this.share(contactId);
  }

  /** Tells the other processes how far it is by now. */
  share(contactId: string): void {
    const last = this.#last.get(contactId);
    if (last) this.#publish({ contactId, ...last });
  }

  forget(contactId: string): void {
    this.#last.delete(contactId);
    this.#publish({ contactId, atMs: 0 });
  }

  /** The last of this contact, of whatever deal and however long ago. */
  protected last(contactId: string): T | undefined {
    return this.#last.get(contactId)?.done;
  }

  #publish(shared: Shared<T>): void {
    this.#store.publish(this.#topic, shared);
  }
}
