import type { Clock } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { boundedCache, type SharedStore, toAll } from '../shared-store/shared-store.ts';
import type { LeadCard } from '../view-models/callcenter.ts';
import type { Owner } from '../view-models/colleagues.ts';
import type { LeadNews, LeadTold } from '../view-models/timeline.ts';

/** An outcome or its undo. Names stay out of the store. */
interface LeadEvent {
  contactId: string;
  atMs: number;
  ownerId: string | null;
  action: LeadNews['action'];
  dealId: string;
}

/** A change other than an outcome: by the customer, or an edit of the quote by a colleague. */
interface LeadChange {
  contactId: string;
  atMs: number;
  /** The colleague; null for the customer, and for staff without a name. */
  ownerId: string | null;
  what: LeadTold['what'];
  /** Absent for the contact's own details and photos. */
  dealId?: string;
}

/** An event or a change as a caller passes it. It has no time, because it happens now. */
type Told<T extends { ownerId: string | null }> = Omit<T, 'contactId' | 'atMs' | 'ownerId'> & {
  by: Pick<Owner, 'id'> | null;
};

/**
 * The last recorded event of a lead and its author, from any process. Open panels get it with their heartbeat, without
 * a CRM call.
 */
export class LeadEvents {
  readonly #clock: Clock;
  readonly #nameOf: (ownerId: string) => string | undefined;
  readonly #last = boundedCache<string, LeadEvent>(20_000);
  /** Separate from the outcomes, because a question must not hide that a colleague closed the lead. */
  readonly #changed = boundedCache<string, LeadChange>(20_000);
  readonly #tell: (event: LeadEvent) => void;
  readonly #tellChange: (change: LeadChange) => void;

  constructor(clock: Clock, store: SharedStore, nameOf: (ownerId: string) => string | undefined) {
    this.#clock = clock;
    this.#nameOf = nameOf;
    this.#tell = toAll(store, 'lead event', (event) => this.#last.set(event.contactId, event));
    this.#tellChange = toAll(store, 'lead changed', (change) => this.#changed.set(change.contactId, change));
  }

  add(contactId: string, { by, ...event }: Told<LeadEvent>): void {
    this.#tell({ ...event, contactId, atMs: this.#clock.now(), ownerId: by?.id ?? null });
  }

  change(contactId: string, { by, ...change }: Told<LeadChange>): void {
    this.#tellChange({ ...change, contactId, atMs: this.#clock.now(), ownerId: by?.id ?? null });
  }

  /** The time of the latest event or change of the lead. */
  lastAtMs(contactId: string): number {
    return Math.max(this.#last.get(contactId)?.atMs ?? 0, this.#changed.get(contactId)?.atMs ?? 0);
  }

  /** The last event, whoever made it. */
  last(contactId: string): (Pick<LeadEvent, 'atMs' | 'action'> & { by: string | null }) | undefined {
    const event = this.#last.get(contactId);
    return event && { ...event, by: this.#nameIn(event) };
  }

  /** The last event of each contact with an event since then. */
  since(ms: number): ReadonlyMap<string, LeadEvent> {
    return new Map([...this.#last].filter(([, { atMs }]) => atMs >= ms));
  }

  /** The last event, unless the viewer made it. */
  newsFor(contactId: string, viewerId: string | undefined): LeadNews | null {
    const event = this.#last.get(contactId);
    if (!event || isOf(event, viewerId)) return null;
    const { atMs, action, dealId } = event;
    return { at: new Date(atMs).toISOString(), by: this.#nameIn(event), action, dealId };
  }

  /** The last change, unless the viewer made it. */
  changeFor(contactId: string, viewerId: string | undefined): LeadTold | null {
    const change = this.#changed.get(contactId);
    if (!change || isOf(change, viewerId)) return null;
    const { atMs, what, dealId } = change;
    const at = new Date(atMs).toISOString();
    return { what, dealId, at, by: this.#nameIn(change) };
  }

  #nameIn({ ownerId }: { ownerId: string | null }): string | null {
    return ownerId === null ? null : (this.#nameOf(ownerId) ?? null);
  }
}

function isOf({ ownerId }: { ownerId: string | null }, viewerId: string | undefined): boolean {
  return ownerId !== null && ownerId === viewerId;
}

/** An open panel reports every five seconds; browsers throttle background tabs to once a minute. */
const SILENT_MS = 90_000;

interface Viewer {
  since: number;
  /** By page, the last heartbeat: a colleague may have a lead open in several windows. */
  pages: Map<string, number>;
}

interface PanelNews {
  contactId: string;
  ownerId: string;
  /** Missing from a process of an older version. */
  page?: string;
  isOpen: boolean;
}

/** The colleagues that have a lead open. A panel reports to one process, which tells the others. */
export class Presence {
  readonly #leads = boundedCache<string, Map<string, Viewer>>(5_000);
  readonly #clock: Clock;
  readonly #nameOf: (ownerId: string) => string | undefined;
  readonly #tell: (news: PanelNews) => void;

  constructor(clock: Clock, store: SharedStore, nameOf: (ownerId: string) => string | undefined) {
    this.#clock = clock;
    this.#nameOf = nameOf;
    this.#tell = toAll(store, 'panel', (news) => this.#note(news));
  }

  open(contactId: string, ownerId: string, page: string): void {
    this.#tell({ contactId, ownerId, page, isOpen: true });
  }

  close(contactId: string, ownerId: string, page: string): void {
    this.#tell({ contactId, ownerId, page, isOpen: false });
  }

  /** Whether the colleague has the lead open on any page. */
  isOpen(contactId: string, ownerId: string): boolean {
    return this.#openPages(this.#leads.peek(contactId)?.get(ownerId)).size > 0;
  }

  /** Everybody except the viewer, longest first. */
  others(contactId: string, viewerId: string | undefined): LeadCard['openedBy'] {
    return [...(this.#leads.peek(contactId) ?? [])]
      .filter(([id, viewer]) => id !== viewerId && this.#openPages(viewer).size > 0)
      .sort(([, a], [, b]) => a.since - b.since)
      .map(([id, { since }]) => ({ name: this.#nameOf(id) ?? '', since: crmInstant(since) }));
  }

  #note({ contactId, ownerId, page = '', isOpen }: PanelNews): void {
    const now = this.#clock.now();
    const viewers = this.#leads.get(contactId) ?? new Map<string, Viewer>();
    const seen = viewers.get(ownerId);
    const pages = this.#openPages(seen);
    const since = seen && pages.size > 0 ? seen.since : now;
    if (isOpen) pages.set(page, now);
    else pages.delete(page);
    viewers.set(ownerId, { since, pages });
    this.#leads.set(contactId, viewers);
  }

  #openPages(viewer: Viewer | undefined): Map<string, number> {
    const now = this.#clock.now();
    return new Map([...(viewer?.pages ?? [])].filter(([, seenAt]) => now - seenAt < SILENT_MS));
  }
}
