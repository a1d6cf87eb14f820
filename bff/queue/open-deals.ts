import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import {
  CHEAPEST_PAGE,
  FittingPage,
  inGroups,
  LARGEST_PAGE,
  LATE_WRITES_MS,
  MOST_VALUES,
  unprefixed,
} from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { compareIds } from '../../crm-contract/shapes/read-record.ts';
import type { BackgroundJobs } from '../crm/background-jobs.ts';
import type { Clock } from '../crm/clock.ts';
import type { Stages } from '../crm/stages.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { isSigned } from '../quote/found-deal.ts';
import { type OpenDealRow, type OpenLead, readChangedDeals, readDealsById, readOpenPage } from './open-deal-rows.ts';
import type { Lead } from './read-lead.ts';

/** Most teams have fewer open deals: one credit reads them all. */
const NEWEST = { below: null, limit: CHEAPEST_PAGE };
/** Interval of full reads: they find changes that left Modified_Time as it was. */
const ANEW_EVERY_MS = 6 * 60 * 60_000;

interface Sources {
  crm: CrmClient;
  clock: Clock;
  background: BackgroundJobs;
  stages: Stages;
  /** Called when a read shows that a lead's deal is no longer open. */
  onClosed: (contactId: string, dealId: string) => void;
}

interface Known {
  /** Null if the deal was read and is no lead. */
  row: OpenDealRow | null;
  /** Sequence number of the read that returned it: answers of earlier reads are ignored. */
  readNumber: number;
}

/** A full read of which pages are missing. */
interface Whole {
  /** Sequence number of its first page. */
  firstRead: number;
  /** The id at which it continues. */
  below: string;
  /** The background part, while it runs. */
  running: Promise<void> | null;
}

/**
 * All open deals with their contacts. The portal reads everything at first and every six hours, and changes in between
 * (decision J12). When the CRM fails, the known state stays.
 */
export class OpenDeals {
  readonly #crm: CrmClient;
  readonly #stages: Stages;
  readonly #clock: Clock;
  readonly #background: BackgroundJobs;
  readonly #onClosed: (contactId: string, dealId: string) => void;
  readonly #known = new Map<string, Known>();
  readonly #changesPage = new FittingPage(CHEAPEST_PAGE);
  #leads: readonly OpenLead[] | null = null;
  #lastRead = 0;
  #whole: Whole | null = null;
  /** For deals that are not known: answers of reads with a lower number are ignored. */
  #endedRead = 0;
  #wholeBegunAt = Number.NEGATIVE_INFINITY;
  #isWhole = false;
  /** Whether all deals fit into the first page: then reading changes is no cheaper than reading everything. */
  #isShort = false;
  /** The next read asks for changes since this moment, by the CRM's clock. */
  #changesFrom = 0;

  constructor({ crm, stages, clock, background, onClosed }: Sources) {
    this.#crm = crm;
    this.#stages = stages;
    this.#clock = clock;
    this.#background = background;
    this.#onClosed = onClosed;
  }

  /** Whether all deals have been read once. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Whether every refresh reads everything. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** The full read running in the background, if any. */
  get reading(): Promise<void> | null {
    return this.#whole?.running ?? null;
  }

  /** Every contact with an unsigned open deal, newest deal first. */
  leads(): readonly OpenLead[] {
    this.#leads ??= leadsIn([...this.#known.values()].flatMap(({ row }) => row ?? []));
    return this.#leads;
  }

  /** Reads changes since the last time. Reads everything at first and every six hours. */
  async refresh(crmOptions: CrmCallOptions): Promise<void> {
    if (this.isDue || this.#isShort) return this.#readWhole(crmOptions);
    this.#goOn();
    await this.#readChanges(crmOptions);
  }

  /** Makes the next refresh read everything; the known state is used until then. */
  readAnew(): void {
    this.#wholeBegunAt = Number.NEGATIVE_INFINITY;
  }

  /** Whether the next refresh reads everything. */
  get isDue(): boolean {
    return this.#changesFrom === 0 || this.#clock.now() - this.#wholeBegunAt >= ANEW_EVERY_MS;
  }

  /** Updates a known lead from its contact and deals as just read. */
  learn(contactId: string, lead: Lead | null): void {
    const readNumber = this.#nextRead();
    for (const [id, { row }] of this.#known) {
      if (row?.['Contact_Name.id'] !== contactId) continue;
      const deal = lead?.deals.find((each) => each.id === id);
      const isLead = deal !== undefined && !this.#stages.isClosed(deal.Stage) && !isDeclined(deal) && !isSigned(deal);
      const now = isLead && lead ? { ...row, Stage: deal.Stage, ...decisive(lead.contact) } : null;
      this.#set(id, now, readNumber);
    }
  }

  /**
   * Removes deleted deals, and the deals of deleted or merged contacts. The deals of such a contact are read again,
   * because another contact may have them now.
   */
  async forget(module: 'Deals' | 'Contacts', ids: readonly string[], crmOptions: CrmCallOptions): Promise<void> {
    const gone = new Set(ids);
    const readNumber = this.#nextRead();
    const theirs: string[] = [];
    for (const [id, { row }] of this.#known) {
      if (!row || !gone.has(module === 'Deals' ? id : (row['Contact_Name.id'] ?? ''))) continue;
      this.#set(id, null, readNumber);
      if (module === 'Contacts') theirs.push(id);
    }
    for (const group of inGroups(theirs, MOST_VALUES)) {
      const asked = this.#nextRead();
      this.#take(await readDealsById(this.#crm, crmOptions, group), asked);
    }
  }

  /** Reads the newest deals now, and the others in the background. */
  async #readWhole(crmOptions: CrmCallOptions): Promise<void> {
    const fromMs = this.#crm.crmTime();
    const begunAt = this.#clock.now();
    const firstRead = this.#lastRead + 1;
    const below = await this.#readPage(crmOptions, NEWEST);
    this.#changesFrom = Math.max(this.#changesFrom, fromMs);
    // A full read that started later has replaced this one.
    if (firstRead < Math.max(this.#endedRead, this.#whole?.firstRead ?? 0)) return;
    this.#wholeBegunAt = begunAt;
    this.#isShort = below === null;
    if (below === null) return this.#end(firstRead);
    this.#whole = { firstRead, below, running: null };
    this.#goOn();
  }

  /** Reads missing pages in the background, unless that is already running. */
  #goOn(): void {
    const whole = this.#whole;
    if (!whole || whole.running) return;
    whole.running = this.#background
      .retryInBackground('leads.read', () => this.#readRest(whole))
      .finally(() => {
        whole.running = null;
      });
  }

  /** Continues where the last attempt failed; stops if another full read has begun. */
  async #readRest(whole: Whole): Promise<void> {
    while (this.#whole === whole) {
      const asked = { below: whole.below, limit: LARGEST_PAGE };
      const below = await this.#readPage(crmOptionsFor('background'), asked);
      if (below !== null) whole.below = below;
      else if (this.#whole === whole) this.#end(whole.firstRead);
    }
  }

  /** The id at which the next page begins; null after the last page. */
  async #readPage(crmOptions: CrmCallOptions, asked: { below: string | null; limit: number }): Promise<string | null> {
    const readNumber = this.#nextRead();
    const rows = await readOpenPage(this.#crm, crmOptions, this.#stages, asked);
    this.#take(rows, readNumber);
    return rows.length < asked.limit ? null : (rows.at(-1)?.id ?? null);
  }

  /** Deals not seen in the full read are no longer leads. */
  #end(firstRead: number): void {
    for (const [id, { readNumber }] of this.#known) {
      if (readNumber >= firstRead) continue;
      this.#close(id);
      this.#known.delete(id);
    }
    this.#leads = null;
    this.#isWhole = true;
    this.#endedRead = firstRead;
    this.#whole = null;
  }

  async #readChanges(crmOptions: CrmCallOptions): Promise<void> {
    const askedAtMs = this.#crm.crmTime();
    const readNumber = this.#nextRead();
    const sinceMs = this.#changesFrom - LATE_WRITES_MS;
    const changed = await nullIfRefused(readChangedDeals(this.#crm, crmOptions, sinceMs, this.#changesPage));
    // The changes do not fit into one query, as after an import, or the CRM refuses the query.
    if (changed === null || changed.isCut) {
      if (!this.#whole) return this.#readWhole(crmOptions);
      // If every refresh started the running full read again, it might never end. So the next one starts after it.
      await this.#readPage(crmOptions, NEWEST);
      return;
    }
    this.#take(changed.rows, readNumber);
    this.#changesFrom = Math.max(this.#changesFrom, askedAtMs);
  }

  #nextRead(): number {
    this.#lastRead += 1;
    return this.#lastRead;
  }

  #take(rows: readonly OpenDealRow[], readNumber: number): void {
    for (const row of rows) {
      if ((this.#known.get(row.id)?.readNumber ?? this.#endedRead) > readNumber) continue;
      if (this.#stages.isClosed(row.Stage)) this.#close(row.id);
      this.#set(row.id, isLeadRow(row, this.#stages) ? row : null, readNumber);
    }
  }

  #close(id: string): void {
    const contactId = this.#known.get(id)?.row?.['Contact_Name.id'];
    if (contactId) this.#onClosed(contactId, id);
  }

  /** Discards the list of leads only if the row differs, because making a list of thousands again takes time. */
  #set(id: string, row: OpenDealRow | null, readNumber: number): void {
    const before = this.#known.get(id)?.row ?? null;
    this.#known.set(id, { row, readNumber });
    if (before !== row && JSON.stringify(before) !== JSON.stringify(row)) this.#leads = null;
  }
}

/** The contact fields that decide whether and to whom a lead is handed out. */
function decisive({ Phone, Owner, portal_call_permission_at }: Lead['contact']) {
  return {
    'Contact_Name.Phone': Phone,
    'Contact_Name.Owner': Owner,
    'Contact_Name.portal_call_permission_at': portal_call_permission_at,
  };
}

/**
 * A signed deal is no lead in any stage (decision J5). Drawn signatures come from a predecessor and are too large for a
 * list.
 */
function isLeadRow(row: OpenDealRow, stages: Stages): boolean {
  const isOrder = isSigned({ survey1_signature: null, gaikan_signature_plain: row.gaikan_signature_plain });
  return row['Contact_Name.id'] !== null && !stages.isClosed(row.Stage) && !isDeclined(row) && !isOrder;
}

/**
 * A customer who declined was told that nobody will call about this deal (decision J8). Agreeing, or an edit by staff,
 * revokes that.
 */
function isDeclined({ portal_declined_at }: Pick<OpenDealRow, 'portal_declined_at'>): boolean {
  return portal_declined_at !== null;
}

function leadsIn(rows: readonly OpenDealRow[]): OpenLead[] {
  const leads = new Map<string, OpenLead>();
  // Newest first, as in a panel.
  for (const row of rows.toSorted((a, b) => compareIds(b.id, a.id))) {
    const { id: contactId, ...contact } = unprefixed(row, 'Contact_Name');
    if (contactId === null) continue;
    const { id, Stage, Amount, Created_Time, survey1_approve_clicked } = row;
    const deal = { id, Stage, Amount, Created_Time, survey1_approve_clicked };
    const newer = leads.get(contactId)?.deals;
    leads.set(contactId, { contact: { ...contact, id: contactId }, deals: newer ? [...newer, deal] : [deal] });
  }
  return [...leads.values()];
}
