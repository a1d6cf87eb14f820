import type { Clock } from '../crm/clock.ts';
import { boundedCache } from '../shared-store/shared-store.ts';
import type { LeadEvents } from './lead-events.ts';
import type { LeadWithCalls } from './read-lead.ts';

/** A panel opens within a second or two after the portal hands out its lead. */
const YOUNG_MS = 10_000;
/** The browser requests a panel and its timeline together. */
const TOGETHER_MS = 3_000;

/**
 * A lead is read before it is handed out. The panel that opens with it uses the same read, once, so that it shows the
 * state on which that decision was based. A panel and its timeline share one read, because the browser requests them
 * together.
 */
export class LeadCache {
  readonly #clock: Clock;
  readonly #events: LeadEvents;
  readonly #leads = boundedCache<string, LeadWithCalls & { forMs: number }>(1_000);
  readonly #shared = boundedCache<
    string,
    { begunAt: number; reading: Promise<LeadWithCalls>; isForTimeline: boolean; isDone: boolean }
  >(1_000);

  constructor(clock: Clock, events: LeadEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  keep(read: LeadWithCalls, ownerId: string, forMs = YOUNG_MS): void {
    this.#leads.set(`${ownerId} ${read.lead.contact.id}`, { ...read, forMs });
  }

  take(contactId: string, ownerId: string | undefined): LeadWithCalls | null {
    const read = this.look(contactId, ownerId);
    this.#leads.delete(`${ownerId} ${contactId}`);
    return read;
  }

  /** Keeps the read, because either the panel or the timeline may come first. */
  look(contactId: string, ownerId: string | undefined): LeadWithCalls | null {
    const read = this.#leads.get(`${ownerId} ${contactId}`);
    if (!read || this.#clock.now() - read.lead.readAt >= read.forMs) return null;
    return this.#events.lastAtMs(contactId) < read.lead.readAt ? read : null;
  }

  /** Reads for the panel, or joins a read that its timeline has just started. */
  forPanel(contactId: string, read: () => Promise<LeadWithCalls>): Promise<LeadWithCalls> {
    const shared = this.#shared.get(contactId);
    const isOnItsWay = shared?.isForTimeline === true && !shared.isDone && this.#isYoung(contactId, shared);
    return isOnItsWay ? this.#orAnew(shared.reading, read) : this.#share(contactId, read(), false);
  }

  /** Joins the panel's read, once: a timeline requested again reads again. */
  forTimeline(contactId: string, read: () => Promise<LeadWithCalls>): Promise<LeadWithCalls> {
    const shared = this.#shared.get(contactId);
    const isPanels = shared !== undefined && !shared.isForTimeline && this.#isYoung(contactId, shared);
    if (!isPanels) return this.#share(contactId, read(), true);
    this.#shared.delete(contactId);
    return this.#orAnew(shared.reading, read);
  }

  /** Serves the panel's next timeline from the state that the CRM confirmed to an action. */
  confirmed(lead: LeadWithCalls['lead']): void {
    this.#share(lead.contact.id, Promise.resolve({ lead }), false);
  }

  #isYoung(contactId: string, { begunAt }: { begunAt: number }): boolean {
    return this.#clock.now() - begunAt < TOGETHER_MS && this.#events.lastAtMs(contactId) <= begunAt;
  }

  /** Reads again if the shared read fails: an aborted request aborts the read that it started. */
  #orAnew(reading: Promise<LeadWithCalls>, read: () => Promise<LeadWithCalls>): Promise<LeadWithCalls> {
    return reading.catch(read);
  }

  #share(contactId: string, reading: Promise<LeadWithCalls>, isForTimeline: boolean): Promise<LeadWithCalls> {
    const shared = { begunAt: this.#clock.now(), reading, isForTimeline, isDone: false };
    this.#shared.set(contactId, shared);
    const end = () => {
      shared.isDone = true;
    };
    reading.then(end, end);
    return reading;
  }
}
