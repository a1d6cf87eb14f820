import { boundedCache } from '../access/bounded-cache.ts';
import type { Clock } from '../crm/clock.ts';
import type { LeadNews } from '../view-models/callcenter.ts';

interface LeadEvent {
  atMs: number;
  by: { id: string; name: string } | null;
  action: LeadNews['action'];
  dealId: string;
}

/**
 * The last recorded event of a lead and its author: open panels learn it with their sign of life, at no CRM call. In
 * memory of this process.
 */
export class LeadEvents {
  readonly #clock: Clock;
  readonly #last = boundedCache<string, LeadEvent>(20_000);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(contactId: string, event: Omit<LeadEvent, 'atMs'>): void {
    this.#last.set(contactId, { ...event, atMs: this.#clock.now() });
  }

  last(contactId: string): LeadEvent | undefined {
    return this.#last.get(contactId);
  }

  /** The last event, unless it was the viewer's own. */
  newsFor(contactId: string, viewerId: string | undefined): LeadNews | null {
    const event = this.#last.get(contactId);
    if (!event || (event.by !== null && event.by.id === viewerId)) return null;
    const { atMs, by, action, dealId } = event;
    return { at: new Date(atMs).toISOString(), by: by?.name ?? null, action, dealId };
  }
}
