import type { Clock } from '../crm/clock.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { LeadNews } from '../view-models/callcenter.ts';

interface LeadEvent {
  atMs: number;
  by: { id: string; name: string } | null;
  action: LeadNews['action'];
  dealId: string;
}

/** Names stay out of the store. */
interface SharedEvent extends Omit<LeadEvent, 'by'> {
  contactId: string;
  ownerId: string | null;
}

/**
 * The last recorded event of a lead and its author, in whichever process: open panels learn it with their sign of life,
 * at no CRM call.
 */
export class LeadEvents {
  readonly #clock: Clock;
  readonly #store: SharedStore;
  readonly #nameOf: (ownerId: string) => string | undefined;
  readonly #last = boundedCache<string, LeadEvent>(20_000);

  constructor(clock: Clock, store: SharedStore, nameOf: (ownerId: string) => string | undefined) {
    this.#clock = clock;
    this.#store = store;
    this.#nameOf = nameOf;
    store.subscribe('lead event', (message) => this.#receive(message as SharedEvent));
  }

  add(contactId: string, event: Omit<LeadEvent, 'atMs'>): void {
    const atMs = this.#clock.now();
    this.#last.set(contactId, { ...event, atMs });
    const { by, action, dealId } = event;
    this.#store.publish('lead event', { contactId, atMs, ownerId: by?.id ?? null, action, dealId });
  }

  last(contactId: string): LeadEvent | undefined {
    return this.#last.get(contactId);
  }

  /** The last event of each contact of which something was recorded since then. */
  since(ms: number): ReadonlyMap<string, LeadEvent> {
    return new Map([...this.#last].filter(([, { atMs }]) => atMs >= ms));
  }

  /** The last event, unless it was the viewer's own. */
  newsFor(contactId: string, viewerId: string | undefined): LeadNews | null {
    const event = this.#last.get(contactId);
    if (!event || (event.by !== null && event.by.id === viewerId)) return null;
    const { atMs, by, action, dealId } = event;
    return { at: new Date(atMs).toISOString(), by: by?.name ?? null, action, dealId };
  }

  #receive({ contactId, atMs, ownerId, action, dealId }: SharedEvent): void {
    const by = ownerId === null ? null : { id: ownerId, name: this.#nameOf(ownerId) ?? '' };
    this.#last.set(contactId, { atMs, by, action, dealId });
  }
}
