import { boundedCache } from '../access/bounded-cache.ts';
import type { Clock } from '../crm/clock.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import type { Owner } from '../view-models/admin.ts';
import type { LeadCard } from '../view-models/callcenter.ts';

/** An open panel reports every half minute; after a longer silence it counts as closed. */
const SILENT_MS = 90_000;

interface Viewer {
  name: string;
  since: number;
  seenAt: number;
}

/** Who has which lead open now. In memory of this process, for display only. */
export class Presence {
  readonly #leads = boundedCache<string, Map<string, Viewer>>(5_000);
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  open(contactId: string, { id, name }: Owner): void {
    const now = this.#clock.now();
    const viewers = this.#leads.get(contactId) ?? new Map<string, Viewer>();
    const seen = viewers.get(id);
    const since = seen && now - seen.seenAt < SILENT_MS ? seen.since : now;
    viewers.set(id, { name, since, seenAt: now });
    this.#leads.set(contactId, viewers);
  }

  close(contactId: string, ownerId: string): void {
    this.#leads.get(contactId)?.delete(ownerId);
  }

  /** Everybody except the viewer, longest first. */
  others(contactId: string, viewerId: string | undefined): LeadCard['openedBy'] {
    const now = this.#clock.now();
    return [...(this.#leads.peek(contactId) ?? [])]
      .filter(([id, viewer]) => id !== viewerId && now - viewer.seenAt < SILENT_MS)
      .sort(([, a], [, b]) => a.since - b.since)
      .map(([, { name, since }]) => ({ name, since: crmInstant(since) }));
  }
}
