import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { HeldReading } from '../crm/held-reading.ts';
import type { SharedStore } from '../shared-store/shared-store.ts';
import type { CallOutcome } from '../view-models/callcenter.ts';
import type { Callbacks } from './callbacks.ts';
import { type LeadSources, type OpenLead, type OpenLeads, readOpenLeads } from './lead-list.ts';
import { byQueue, placeOf, type Queued } from './order-leads.ts';

export interface QueuedLead {
  lead: OpenLead;
  place: Queued;
  attempts: number;
  lastOutcome: CallOutcome | null;
}

const LONG = 2_000;

type Held = OpenLeads & { readAt: number };

/**
 * The leads in calling order, cached for seconds: a search, a filter or the next lead uses the last read list, because
 * a long one costs a CRM call per 2,000 leads. What the portal itself closes leaves it at once.
 */
export class LeadQueue {
  readonly #sources: LeadSources & { clock: Clock; callbacks: Callbacks };
  readonly #open: HeldReading<Held>;
  readonly #closedAt = new Map<string, number>();
  /** A list that was read before may lack what was opened again since. */
  #reopenedAt = Number.NEGATIVE_INFINITY;
  readonly #store: SharedStore;

  constructor(sources: LeadSources & { clock: Clock; callbacks: Callbacks }, store: SharedStore) {
    this.#sources = sources;
    this.#store = store;
    store.subscribe('deal closed', (dealId) => this.#closedAt.set(dealId as string, sources.clock.now()));
    store.subscribe('deal reopened', (dealId) => this.#reopen(dealId as string));
    this.#open = new HeldReading(sources.clock, (crmOptions, readAt) => this.#readAnew(crmOptions, readAt));
  }

  /** Whether reading it costs more than a few CRM calls. */
  get isLong(): boolean {
    return (this.#open.known?.leads.length ?? 0) > LONG;
  }

  /** Reads the list, unless it was read less than `maxAgeMs` ago. */
  async refresh(crmOptions: CrmCallOptions, maxAgeMs: number): Promise<void> {
    const isOutdated = (this.#open.known?.readAt ?? 0) <= this.#reopenedAt;
    await this.#open.read(isOutdated ? 0 : maxAgeMs, crmOptions);
  }

  /** The leads as last read, with what the portal itself learned since, down to this moment. */
  inOrder(): QueuedLead[] {
    return this.#open.known ? this.#ordered(this.#open.known) : [];
  }

  /**
   * Which contacts of these events are no lead any more, and where the others stand, as far as is known; asks nothing. An
   * event that is younger than the list says nothing of somebody who is not in it: another process may have listed them.
   */
  changesAmong(events: ReadonlyMap<string, { atMs: number }>): {
    gone: string[];
    changed: { queued: QueuedLead; after: string | null }[];
  } {
    const { known } = this.#open;
    if (!known || events.size === 0) return { gone: [], changed: [] };
    const order = this.#ordered(known);
    const idAt = (index: number) => order[index]?.lead.contact.id ?? null;
    const left = new Set(order.map(({ lead }) => lead.contact.id));
    const listed = new Set(known.leads.map(({ contact }) => contact.id));
    const isGone = (id: string, atMs: number) => !left.has(id) && (listed.has(id) || atMs <= known.readAt);
    return {
      gone: [...events].flatMap(([id, { atMs }]) => (isGone(id, atMs) ? [id] : [])),
      changed: order.flatMap((queued, index) =>
        events.has(queued.lead.contact.id) ? [{ queued, after: idAt(index - 1) }] : [],
      ),
    };
  }

  /** A deal that the portal closed is no longer a lead, even if the cached list still has it. */
  close(dealId: string, nowMs: number): void {
    this.#closedAt.set(dealId, nowMs);
    this.#store.publish('deal closed', dealId);
  }

  /** It was opened again. */
  reopen(dealId: string): void {
    this.#reopen(dealId);
    this.#store.publish('deal reopened', dealId);
  }

  #reopen(dealId: string): void {
    this.#closedAt.delete(dealId);
    this.#reopenedAt = this.#sources.clock.now();
  }

  async #readAnew(crmOptions: CrmCallOptions, readAt: number): Promise<Held> {
    const open = await readOpenLeads(this.#sources, crmOptions);
    for (const [dealId, closedAt] of this.#closedAt) if (closedAt < readAt) this.#closedAt.delete(dealId);
    return { ...open, readAt };
  }

  #isLead({ contact, deals }: OpenLead): boolean {
    return !this.#sources.doNotCall.has(contact.id) && deals.some(({ id }) => !this.#closedAt.has(id));
  }

  #ordered({ leads, historyOf, readAt }: Held): QueuedLead[] {
    const nowMs = this.#sources.clock.now();
    return leads
      .filter((lead) => this.#isLead(lead))
      .map((lead) => {
        const { contact, deals } = lead;
        const registeredAt = Date.parse(contact.Created_Time ?? '') || 0;
        const found = historyOf(contact.id, registeredAt);
        // What an action changed since then is not in the cached list.
        const agreed = this.#sources.callbacks.learnedSince(contact.id, readAt)?.map(({ atMs }) => atMs);
        const history = found && agreed ? { ...found, agreed } : found;
        const isApproved = deals.some(({ survey1_approve_clicked }) => survey1_approve_clicked === true);
        const place = {
          id: contact.id,
          registeredAt,
          lastCallAt: history?.lastCallAt ?? null,
          hasPermission: contact.portal_call_permission_at !== null,
          ...placeOf(history, nowMs, isApproved),
        };
        return { lead, place, attempts: history?.attempts ?? 0, lastOutcome: history?.lastOutcome ?? null };
      })
      .sort((a, b) => byQueue(a.place, b.place));
  }
}
