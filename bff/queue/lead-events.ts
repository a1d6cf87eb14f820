import type { Clock } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { boundedCache, type SharedStore } from '../shared-store/shared-store.ts';
import type { LeadCard } from '../view-models/callcenter.ts';
import type { Owner } from '../view-models/colleagues.ts';
import type { LeadNews, LeadTold } from '../view-models/timeline.ts';

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

/** A change other than an outcome: by the customer, or an edit of the quote by a colleague. */
export interface LeadChange {
  what: LeadTold['what'];
  /** The colleague; null for the customer, and for staff without a name. */
  by: { id: string; name: string } | null;
  /** Absent for the contact's own details. */
  dealId?: string;
}

interface SharedChange extends Omit<LeadChange, 'by'> {
  contactId: string;
  atMs: number;
  ownerId: string | null;
}

/**
 * The last recorded event of a lead and its author, from any process. Open panels get it with their heartbeat, without
 * a CRM call.
 */
export class LeadEvents {
  readonly #clock: Clock;
  readonly #store: SharedStore;
  readonly #nameOf: (ownerId: string) => string | undefined;
  readonly #last = boundedCache<string, LeadEvent>(20_000);
  /** Separate from the outcomes, because a question must not hide that a colleague closed the lead. */
  readonly #changed = boundedCache<string, LeadChange & { atMs: number }>(20_000);

  constructor(clock: Clock, store: SharedStore, nameOf: (ownerId: string) => string | undefined) {
    this.#clock = clock;
    this.#store = store;
    this.#nameOf = nameOf;
    store.subscribe('lead event', (message) => this.#receive(message as SharedEvent));
    store.subscribe('lead changed', (message) => {
      const { contactId, ownerId, ...change } = message as SharedChange;
      this.#changed.set(contactId, { ...change, by: this.#colleague(ownerId) });
    });
  }

  add(contactId: string, event: Omit<LeadEvent, 'atMs'>): void {
    const atMs = this.#clock.now();
    this.#last.set(contactId, { ...event, atMs });
    const { by, action, dealId } = event;
    this.#store.publish('lead event', { contactId, atMs, ownerId: by?.id ?? null, action, dealId });
  }

  change(contactId: string, { by, ...change }: LeadChange): void {
    const atMs = this.#clock.now();
    this.#changed.set(contactId, { ...change, by, atMs });
    this.#store.publish('lead changed', { ...change, contactId, atMs, ownerId: by?.id ?? null });
  }

  /** The time of the latest event or change of the lead. */
  lastAtMs(contactId: string): number {
    return Math.max(this.#last.get(contactId)?.atMs ?? 0, this.#changed.get(contactId)?.atMs ?? 0);
  }

  /** The last change, unless the viewer made it. */
  changeFor(contactId: string, viewerId: string | undefined): LeadTold | null {
    const change = this.#changed.get(contactId);
    if (!change || (change.by !== null && change.by.id === viewerId)) return null;
    const { atMs, by, ...told } = change;
    return { ...told, at: new Date(atMs).toISOString(), by: by?.name ?? null };
  }

  last(contactId: string): LeadEvent | undefined {
    return this.#last.get(contactId);
  }

  /** The last event of each contact with an event since then. */
  since(ms: number): ReadonlyMap<string, LeadEvent> {
    return new Map([...this.#last].filter(([, { atMs }]) => atMs >= ms));
  }

  /** The last event, unless the viewer made it. */
  newsFor(contactId: string, viewerId: string | undefined): LeadNews | null {
    const event = this.#last.get(contactId);
    if (!event || (event.by !== null && event.by.id === viewerId)) return null;
    const { atMs, by, action, dealId } = event;
    return { at: new Date(atMs).toISOString(), by: by?.name ?? null, action, dealId };
  }

  #receive({ contactId, atMs, ownerId, action, dealId }: SharedEvent): void {
    this.#last.set(contactId, { atMs, by: this.#colleague(ownerId), action, dealId });
  }

  #colleague(ownerId: string | null) {
    return ownerId === null ? null : { id: ownerId, name: this.#nameOf(ownerId) ?? '' };
  }
}

/** An open panel reports every five seconds; browsers throttle background tabs to once a minute. */
const SILENT_MS = 90_000;

interface Viewer {
  since: number;
  seenAt: number;
}

interface PanelNews {
  contactId: string;
  ownerId: string;
  isOpen: boolean;
}

/** The colleagues that have a lead open, for display only. A panel reports to one process, which tells the others. */
export class Presence {
  readonly #leads = boundedCache<string, Map<string, Viewer>>(5_000);
  readonly #clock: Clock;
  readonly #store: SharedStore;
  readonly #nameOf: (ownerId: string) => string | undefined;

  constructor(clock: Clock, store: SharedStore, nameOf: (ownerId: string) => string | undefined) {
    this.#clock = clock;
    this.#store = store;
    this.#nameOf = nameOf;
    store.subscribe('panel', (message) => this.#note(message as PanelNews));
  }

  open(contactId: string, { id: ownerId }: Pick<Owner, 'id'>): void {
    this.#report({ contactId, ownerId, isOpen: true });
  }

  close(contactId: string, ownerId: string): void {
    this.#report({ contactId, ownerId, isOpen: false });
  }

  /** Everybody except the viewer, longest first. */
  others(contactId: string, viewerId: string | undefined): LeadCard['openedBy'] {
    const now = this.#clock.now();
    return [...(this.#leads.peek(contactId) ?? [])]
      .filter(([id, viewer]) => id !== viewerId && now - viewer.seenAt < SILENT_MS)
      .sort(([, a], [, b]) => a.since - b.since)
      .map(([id, { since }]) => ({ name: this.#nameOf(id) ?? '', since: crmInstant(since) }));
  }

  #report(news: PanelNews): void {
    this.#note(news);
    this.#store.publish('panel', news);
  }

  #note({ contactId, ownerId, isOpen }: PanelNews): void {
    const now = this.#clock.now();
    const viewers = this.#leads.get(contactId) ?? new Map<string, Viewer>();
    const seen = viewers.get(ownerId);
    const since = seen && now - seen.seenAt < SILENT_MS ? seen.since : now;
    if (isOpen) viewers.set(ownerId, { since, seenAt: now });
    else viewers.delete(ownerId);
    this.#leads.set(contactId, viewers);
  }
}
