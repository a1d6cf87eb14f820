import type { Clock } from '../crm/clock.ts';
import { boundedCache } from '../shared-store/bounded-cache.ts';
import type { LeadEvents } from './lead-events.ts';
import type { Lead } from './read-lead.ts';

/** A panel opens within a second or two of its lead being handed out. */
const YOUNG_MS = 10_000;
/** A panel and its timeline are asked for together. */
const TOGETHER_MS = 3_000;

/**
 * The reading that decided to hand out a lead serves the panel that opens with it, once: both are of the same moment. A
 * panel and its timeline, which are asked for together, share one reading.
 */
export class JustRead {
  readonly #clock: Clock;
  readonly #events: LeadEvents;
  readonly #leads = boundedCache<string, Lead>(1_000);
  readonly #shared = boundedCache<
    string,
    { begunAt: number; lead: Promise<Lead>; isForTimeline: boolean; isDone: boolean }
  >(1_000);

  constructor(clock: Clock, events: LeadEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  keep(lead: Lead, ownerId: string): void {
    this.#leads.set(`${ownerId} ${lead.contact.id}`, lead);
  }

  take(contactId: string, ownerId: string | undefined): Lead | null {
    const lead = this.look(contactId, ownerId);
    this.#leads.delete(`${ownerId} ${contactId}`);
    return lead;
  }

  /** Leaves it to the panel: which of panel and timeline asks first is not known. */
  look(contactId: string, ownerId: string | undefined): Lead | null {
    const lead = this.#leads.get(`${ownerId} ${contactId}`);
    if (!lead || this.#clock.now() - lead.readAt >= YOUNG_MS) return null;
    return this.#events.lastAtMs(contactId) < lead.readAt ? lead : null;
  }

  /** The panel's reading; one that its timeline has just begun is waited for. */
  forPanel(contactId: string, read: () => Promise<Lead>): Promise<Lead> {
    const shared = this.#shared.get(contactId);
    const isOnItsWay = shared?.isForTimeline === true && !shared.isDone && this.#isYoung(contactId, shared);
    return isOnItsWay ? this.#orAnew(shared.lead, read) : this.#share(contactId, read(), false);
  }

  /** The panel's reading, once: a timeline that is asked for again is read anew. */
  forTimeline(contactId: string, read: () => Promise<Lead>): Promise<Lead> {
    const shared = this.#shared.get(contactId);
    const isPanels = shared !== undefined && !shared.isForTimeline && this.#isYoung(contactId, shared);
    if (!isPanels) return this.#share(contactId, read(), true);
    this.#shared.delete(contactId);
    return this.#orAnew(shared.lead, read);
  }

  /** What an action confirmed serves the timeline that the panel asks for next. */
  confirmed(lead: Lead): void {
    this.#share(lead.contact.id, Promise.resolve(lead), false);
  }

  #isYoung(contactId: string, { begunAt }: { begunAt: number }): boolean {
    return this.#clock.now() - begunAt < TOGETHER_MS && this.#events.lastAtMs(contactId) <= begunAt;
  }

  /** Whoever asked first may have gone away, which ends their reading. */
  #orAnew(lead: Promise<Lead>, read: () => Promise<Lead>): Promise<Lead> {
    return lead.catch(read);
  }

  #share(contactId: string, lead: Promise<Lead>, isForTimeline: boolean): Promise<Lead> {
    const shared = { begunAt: this.#clock.now(), lead, isForTimeline, isDone: false };
    this.#shared.set(contactId, shared);
    const end = () => {
      shared.isDone = true;
    };
    lead.then(end, end);
    return lead;
  }
}
