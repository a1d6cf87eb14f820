import type { Clock } from '../crm/clock.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { LeadEvents } from './lead-events.ts';
import type { Lead } from './read-lead.ts';

/** A panel opens within a second or two of its lead being handed out. */
const YOUNG_MS = 10_000;

/** The reading that decided to hand out a lead serves the panel that opens with it, once: both are of the same moment. */
export class JustRead {
  readonly #clock: Clock;
  readonly #events: LeadEvents;
  readonly #leads = boundedCache<string, Lead>(1_000);

  constructor(clock: Clock, events: LeadEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  keep(lead: Lead, ownerId: string): void {
    this.#leads.set(`${ownerId} ${lead.contact.id}`, lead);
  }

  take(contactId: string, ownerId: string | undefined): Lead | null {
    const key = `${ownerId} ${contactId}`;
    const lead = this.#leads.get(key);
    this.#leads.delete(key);
    if (!lead || this.#clock.now() - lead.readAt >= YOUNG_MS) return null;
    return (this.#events.last(contactId)?.atMs ?? 0) < lead.readAt ? lead : null;
  }
}
