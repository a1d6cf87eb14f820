import type { Clock } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { Owner } from '../view-models/admin.ts';
import type { LeadCard } from '../view-models/callcenter.ts';

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

/** The colleagues that have a lead open, for display only: reported by panels to this process and published by other processes. */
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
