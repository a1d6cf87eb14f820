import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { LATE_WRITES_MS } from '../../crm-contract/coql.ts';
import type { BackgroundJobs } from '../crm/background-jobs.ts';
import { CachedRead } from '../crm/cached-read.ts';
import type { Clock } from '../crm/clock.ts';
import type { CreditBudget } from '../crm/credit-budget.ts';
import type { Stages } from '../crm/stages.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { type SharedStore, toAll } from '../shared-store/shared-store.ts';
import type { CallOutcome } from '../view-models/call-outcomes.ts';
import type { CallHistories } from './call-histories.ts';
import type { Callbacks } from './callbacks.ts';
import type { DoNotCall } from './do-not-call.ts';
import type { LeadEvents } from './lead-events.ts';
import type { OpenLead } from './open-deal-rows.ts';
import { OpenDeals } from './open-deals.ts';
import { byQueue, positionOf, type Queued, saidNoTo } from './order-leads.ts';
import type { Lead } from './read-lead.ts';
import { CallChanges, DeletedRecords } from './recent-changes.ts';

export interface QueuedLead {
  lead: OpenLead;
  position: Queued;
  attempts: number;
  lastOutcome: CallOutcome | null;
}

interface Closed {
  atMs: number;
  /** The stage that the CRM refused to change. */
  whileIn: string | null | undefined;
}

interface LeadSources {
  crm: CrmClient;
  clock: Clock;
  background: BackgroundJobs;
  callHistories: CallHistories;
  callbacks: Callbacks;
  doNotCall: DoNotCall;
  stages: Stages;
  credits: Pick<CreditBudget, 'stops'>;
  leadEvents: LeadEvents;
}

/**
 * The leads in calling order, updated from changes in the CRM (`open-deals.ts`, `recent-changes.ts`). A deal that the
 * portal closes leaves the queue at once.
 */
export class LeadQueue {
  readonly #sources: LeadSources;
  readonly #deals: OpenDeals;
  readonly #callChanges: CallChanges;
  readonly #deleted: DeletedRecords;
  readonly #refreshed: CachedRead<{ readAt: number }>;
  readonly #closed = new Map<string, Closed>();
  /** A list read before this moment may lack reopened deals. */
  #reopenedAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;
  readonly #tellClosed: (closed: { dealId: string; whileIn: string | null | undefined }) => void;
  readonly reopen: (dealId: string) => void;

  constructor(sources: LeadSources, store: SharedStore) {
    const { crm, clock, callHistories } = sources;
    this.#sources = sources;
    this.#deals = new OpenDeals({ ...sources, onClosed: (...lead) => this.#tellClosedElsewhere(...lead) });
    this.#callChanges = new CallChanges(sources);
    this.#deleted = new DeletedRecords({ crm, clock, callHistories, openDeals: this.#deals });
    this.#tellClosed = toAll(store, 'deal closed', ({ dealId, whileIn }) => {
      this.#closed.set(dealId, { atMs: clock.now(), whileIn });
    });
    this.reopen = toAll(store, 'deal reopened', (dealId) => {
      this.#closed.delete(dealId);
      this.#reopenedAt = clock.now();
    });
    this.#refreshed = new CachedRead(clock, (crmOptions, readAt) => this.#readAnew(crmOptions, readAt));
  }

  /** How many leads are known during the first full read; null afterwards. */
  get known(): number | null {
    return this.#deals.isWhole ? null : this.#deals.leads().length;
  }

  /** True if the day's credits are too low to keep the list up to date (decision J12). */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** When changes were last read. */
  get readAt(): number | null {
    return this.#refreshed.known?.readAt ?? null;
  }

  /** The full read running in the background, if any. */
  get reading(): Promise<void> | null {
    return this.#deals.reading;
  }

  /**
   * Reads changes, unless the last read is younger than `maxAgeMs`. With few credits left, reads only if nothing is
   * known yet.
   */
  async refresh(crmOptions: CrmCallOptions, maxAgeMs: number): Promise<void> {
    this.#isStopped = this.#refreshed.known !== undefined && this.#sources.credits.stops('leadList');
    if (this.#isStopped) return;
    const isOutdated = (this.readAt ?? 0) <= this.#reopenedAt;
    await this.#refreshed.read(isOutdated ? 0 : maxAgeMs, crmOptions);
  }

  /** Removes contacts that were deleted in the CRM. */
  async leaveOutDeleted(crmOptions: CrmCallOptions): Promise<void> {
    if (!this.#isStopped) await this.#deleted.readContacts(crmOptions);
  }

  /** The leads as last read, updated with what the portal knows now. */
  inOrder(): QueuedLead[] {
    const leads = this.#deals.leads().filter((lead) => this.#isLead(lead));
    return leads.map((lead) => this.#queued(lead)).sort((a, b) => byQueue(a.position, b.position));
  }

  /** One lead, as known now. */
  find(contactId: string): QueuedLead | null {
    const lead = this.#deals.leads().find(({ contact }) => contact.id === contactId);
    return lead && this.#isLead(lead) ? this.#queued(lead) : null;
  }

  /** Updates a lead that was just read; null: the contact is gone. */
  learn(contactId: string, lead: Lead | null): void {
    this.#deals.learn(contactId, lead);
  }

  /**
   * Finds which contacts of these events are no longer leads, and the queue positions of the others, without a CRM
   * call. If a contact is missing because the list is older than its event, it is ignored: another process may have it
   * in its list.
   */
  changesAmong(events: ReadonlyMap<string, { atMs: number }>): {
    gone: string[];
    changed: { queued: QueuedLead; after: string | null }[];
  } {
    const { readAt } = this;
    if (readAt === null || events.size === 0) return { gone: [], changed: [] };
    const order = this.inOrder();
    const idAt = (index: number) => order[index]?.lead.contact.id ?? null;
    const left = new Set(order.map(({ lead }) => lead.contact.id));
    const listed = new Set(this.#deals.leads().map(({ contact }) => contact.id));
    const isGone = (id: string, atMs: number) => !left.has(id) && (listed.has(id) || atMs <= readAt);
    return {
      gone: [...events].flatMap(([id, { atMs }]) => (isGone(id, atMs) ? [id] : [])),
      changed: order.flatMap((queued, index) =>
        events.has(queued.lead.contact.id) ? [{ queued, after: idAt(index - 1) }] : [],
      ),
    };
  }

  /**
   * Takes a closed deal out of the queue, even if the cached list still has it. If the CRM refused the new stage, the
   * deal stays out as long as its stage is `whileIn`.
   */
  close(dealId: string, whileIn?: string | null): void {
    this.#tellClosed({ dealId, whileIn });
  }

  async #readAnew(crmOptions: CrmCallOptions, readAt: number): Promise<{ readAt: number }> {
    const { background, callHistories, doNotCall, stages } = this.#sources;
    await stages.read(crmOptions);
    if (this.#deals.isDue) this.#deleted.begin();
    else if (this.#deleted.isDue) {
      background.run('leads.deleted', () => this.#deleted.read(crmOptionsFor('background')));
    }
    this.#callChanges.begin();
    await Promise.all([
      this.#deals.refresh(crmOptions),
      callHistories.isDue ? callHistories.read(crmOptions) : this.#callChanges.read(crmOptions),
    ]);
    // A longer list uses the cached tags, which are refreshed by the stats and by every request for the next lead. Each
    // lead is read again before it is handed out.
    await doNotCall.read(this.#deals.isShort ? 0 : Number.MAX_SAFE_INTEGER, crmOptions);
    // During a full read, a page may still hold an older state of a closed deal.
    if (this.#deals.isWhole && this.#deals.reading === null) {
      for (const [dealId, { atMs, whileIn }] of this.#closed) {
        if (atMs < readAt && whileIn === undefined) this.#closed.delete(dealId);
      }
    }
    return { readAt };
  }

  /** Open panels hear it. They know already what the portal told them since shortly before the last read. */
  #tellClosedElsewhere(contactId: string, dealId: string): void {
    const { leadEvents } = this.#sources;
    if (leadEvents.lastAtMs(contactId) >= (this.readAt ?? 0) - LATE_WRITES_MS) return;
    leadEvents.change(contactId, { what: 'closed', by: null, dealId });
  }

  #isLead({ contact, deals }: OpenLead): boolean {
    return !this.#sources.doNotCall.covers(contact.id, contact.Phone) && deals.some((deal) => !this.#isClosed(deal));
  }

  #isClosed({ id, Stage }: OpenLead['deals'][number]): boolean {
    const closed = this.#closed.get(id);
    return closed !== undefined && (closed.whileIn === undefined || closed.whileIn === Stage);
  }

  #queued(lead: OpenLead): QueuedLead {
    const { callHistories, callbacks, clock } = this.#sources;
    const { contact, deals } = lead;
    const registeredAt = Date.parse(contact.Created_Time ?? '') || 0;
    const found = callHistories.of(contact.id, registeredAt);
    // An action may have changed the callbacks after that read.
    const agreed = callbacks.learnedSince(contact.id, callHistories.agreedAsOf)?.map(({ atMs }) => atMs);
    const history = found && agreed ? { ...found, agreed } : found;
    const isApproved = deals.some((deal) => deal.survey1_approve_clicked === true && !saidNoTo(deal, history));
    const position = {
      id: contact.id,
      registeredAt,
      lastCallAt: history?.lastCallAt ?? null,
      hasPermission: contact.portal_call_permission_at !== null,
      ...positionOf(history, clock.now(), isApproved),
    };
    return { lead, position, attempts: history?.attempts ?? 0, lastOutcome: history?.lastOutcome ?? null };
  }
}
