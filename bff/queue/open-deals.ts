import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { FittingPage, unprefixed } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { compareIds } from '../../crm-contract/record-id.ts';
import type { BackgroundJobs } from '../crm/background-jobs.ts';
import type { Clock } from '../crm/clock.ts';
import type { Stages } from '../crm/stages.ts';
import { isSigned } from '../quote/quote-area.ts';
import { type OpenDealRow, type OpenLead, readChangedDeals, readDealsById } from './open-deal-rows.ts';
import type { Lead } from './read-lead.ts';
import { WholeReading } from './whole-reading.ts';

/** What changed without its Modified_Time being moved is known by then. */
const ANEW_EVERY_MS = 6 * 60 * 60_000;
/** A write may take its place in the CRM later than its Modified_Time says. */
export const LATE_WRITES_MS = 2 * 60_000;
const MOST_IDS = 50;

interface Known {
  /** Null: read, and no lead. */
  row: OpenDealRow | null;
  /** Which reading told it: an answer to an earlier question says nothing any more. */
  turn: number;
}

/**
 * All open deals with their contacts, kept up to date by what changed: everything is read once, and anew every six hours
 * (decision J12). What is known stays known when the CRM fails.
 */
export class OpenDeals {
  readonly #crm: CrmClient;
  readonly #stages: Stages;
  readonly #clock: Clock;
  readonly #background: BackgroundJobs;
  readonly #known = new Map<string, Known>();
  readonly #changesPage = new FittingPage(200);
  #leads: readonly OpenLead[] | null = null;
  #turn = 0;
  #whole: { reading: WholeReading; firstTurn: number } | null = null;
  /** Of whoever is not known an answer to an earlier question says nothing. */
  #endedTurn = 0;
  #wholeBegunAt = Number.NEGATIVE_INFINITY;
  #isWhole = false;
  /** Whether all of them fit into the first page: then what changed costs no less than everything. */
  #isShort = false;
  /** By the CRM's clock: what changed since is asked for next. */
  #changesFrom = 0;

  constructor(crm: CrmClient, clock: Clock, background: BackgroundJobs, stages: Stages) {
    this.#crm = crm;
    this.#stages = stages;
    this.#clock = clock;
    this.#background = background;
  }

  /** Whether all have been read once. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Whether everything is read at each look. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** The reading that goes on in the background, if one does. */
  get reading(): Promise<void> | null {
    return this.#whole?.reading.running ?? null;
  }

  /** Everybody with an open deal that is not signed, newest deal first. */
  leads(): readonly OpenLead[] {
    this.#leads ??= leadsIn([...this.#known.values()].flatMap(({ row }) => row ?? []));
    return this.#leads;
  }

  /** What changed since the last time; at first, and every six hours, everything. */
  async refresh(crmOptions: CrmCallOptions): Promise<void> {
    if (this.isDue || this.#isShort) return this.#readWhole(crmOptions);
    this.#goOn();
    await this.#readChanges(crmOptions);
  }

  /** Everything is read once more at the next look; what is known holds until then. */
  readAnew(): void {
    this.#wholeBegunAt = Number.NEGATIVE_INFINITY;
  }

  /** Whether the next look reads everything. */
  get isDue(): boolean {
    return this.#changesFrom === 0 || this.#clock.now() - this.#wholeBegunAt >= ANEW_EVERY_MS;
  }

  /** What became of somebody who was a lead, as their contact and deals were just read. */
  learn(contactId: string, lead: Lead | null): void {
    const turn = this.#nextTurn();
    for (const [id, { row }] of this.#known) {
      if (row?.['Contact_Name.id'] !== contactId) continue;
      const deal = lead?.deals.find((each) => each.id === id);
      const isLead = deal !== undefined && !this.#stages.isClosed(deal.Stage) && !isDeclined(deal) && !isSigned(deal);
      const now = isLead && lead ? { ...row, Stage: deal.Stage, ...decisive(lead.contact) } : null;
      this.#set(id, now, turn);
    }
  }

  /** Of deals that were deleted, and of contacts that were deleted or merged: their deals may be another's now. */
  async forget(gone: { deals: readonly string[]; contacts: readonly string[] }, crmOptions: CrmCallOptions) {
    const deals = new Set(gone.deals);
    const contacts = new Set(gone.contacts);
    const turn = this.#nextTurn();
    const theirs: string[] = [];
    for (const [id, { row }] of this.#known) {
      if (!row || (!deals.has(id) && !contacts.has(row['Contact_Name.id'] ?? ''))) continue;
      this.#set(id, null, turn);
      if (!deals.has(id)) theirs.push(id);
    }
    for (let at = 0; at < theirs.length; at += MOST_IDS) {
      const asked = this.#nextTurn();
      this.#take(await readDealsById({ crm: this.#crm, crmOptions }, theirs.slice(at, at + MOST_IDS)), asked);
    }
  }

  async #readWhole(crmOptions: CrmCallOptions): Promise<void> {
    const fromMs = this.#crm.crmTime();
    const begunAt = this.#clock.now();
    const firstTurn = this.#turn + 1;
    const reading = new WholeReading(
      this.#crm,
      // The same for all of its pages.
      { closed: this.#stages.closed },
      () => this.#nextTurn(),
      (rows, turn) => this.#take(rows, turn),
    );
    await reading.begin(crmOptions);
    this.#changesFrom = Math.max(this.#changesFrom, fromMs);
    // Another that was begun later has answered before.
    if (firstTurn < Math.max(this.#endedTurn, this.#whole?.firstTurn ?? 0)) return;
    this.#isShort = reading.isDone;
    this.#whole = { reading, firstTurn };
    this.#wholeBegunAt = begunAt;
    this.#goOn();
  }

  /** Reads on in the background where pages are missing. */
  #goOn(): void {
    const whole = this.#whole;
    if (!whole || whole.reading.running) return;
    if (whole.reading.isDone) {
      this.#end(whole.firstTurn);
      return;
    }
    this.#background.run('leads.read', async () => {
      await whole.reading.goOn();
      if (whole.reading.isDone && this.#whole === whole) this.#end(whole.firstTurn);
    });
  }

  /** What was not seen in all of it is no lead any more. */
  #end(firstTurn: number): void {
    for (const [id, { turn }] of this.#known) if (turn < firstTurn) this.#known.delete(id);
    this.#leads = null;
    this.#isWhole = true;
    this.#endedTurn = firstTurn;
    this.#whole = null;
  }

  async #readChanges(crmOptions: CrmCallOptions): Promise<void> {
    const askedAtMs = this.#crm.crmTime();
    const turn = this.#nextTurn();
    const asked = readChangedDeals(
      { crm: this.#crm, crmOptions },
      this.#changesFrom - LATE_WRITES_MS,
      this.#changesPage,
    );
    const changed = await nullIfRefused(asked);
    // More than a query returns, after an import; or a CRM that does not answer this.
    if (changed === null || changed.isCut) return this.#readWhole(crmOptions);
    this.#take(changed.rows, turn);
    this.#changesFrom = Math.max(this.#changesFrom, askedAtMs);
  }

  #nextTurn(): number {
    this.#turn += 1;
    return this.#turn;
  }

  #take(rows: readonly OpenDealRow[], turn: number): void {
    for (const row of rows) {
      if ((this.#known.get(row.id)?.turn ?? this.#endedTurn) > turn) continue;
      this.#set(row.id, isLeadRow(row, this.#stages) ? row : null, turn);
    }
  }

  /** A list of thousands is put together anew only when something in it is another. */
  #set(id: string, row: OpenDealRow | null, turn: number): void {
    const before = this.#known.get(id)?.row ?? null;
    this.#known.set(id, { row, turn });
    if (before !== row && JSON.stringify(before) !== JSON.stringify(row)) this.#leads = null;
  }
}

/** What of a contact decides whether, and to whom, they are handed out. */
function decisive({ Phone, Owner, portal_call_permission_at }: Lead['contact']) {
  return {
    'Contact_Name.Phone': Phone,
    'Contact_Name.Owner': Owner,
    'Contact_Name.portal_call_permission_at': portal_call_permission_at,
  };
}

/** Signed, whatever its stage is (decision J5). Drawn signatures are of a predecessor, and too large for a list. */
function isLeadRow(row: OpenDealRow, stages: Stages): boolean {
  const isOrder = isSigned({ survey1_signature: null, gaikan_signature_plain: row.gaikan_signature_plain });
  return row['Contact_Name.id'] !== null && !stages.isClosed(row.Stage) && !isDeclined(row) && !isOrder;
}

/** The customer read that nobody calls about it any more (decision J8); agreeing, or an edit by staff, takes that back. */
function isDeclined({ portal_declined_at }: Pick<OpenDealRow, 'portal_declined_at'>): boolean {
  return portal_declined_at !== null;
}

function leadsIn(rows: readonly OpenDealRow[]): OpenLead[] {
  const leads = new Map<string, OpenLead>();
  // Newest first, as a panel shows them.
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
