import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import {
  CHEAPEST_PAGE,
  type Coql,
  columns,
  coql,
  FittingPage,
  inGroups,
  LARGEST_PAGE,
  LATE_WRITES_MS,
  MOST_VALUES,
  oneOf,
  recordId,
} from '../../crm-contract/coql.ts';
import { dealShape } from '../../crm-contract/shapes/deal.ts';
import { compareIds, fieldsOf, instant, text } from '../../crm-contract/shapes/read-record.ts';
import type { Clock } from '../crm/clock.ts';
import { dealRows } from '../crm/deal-rows.ts';
import type { Stages } from '../crm/stages.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { isSigned } from '../quote/found-deal.ts';

const dealRow = dealShape
  .pick({
    id: true,
    Stage: true,
    Amount: true,
    Created_Time: true,
    Contact_Name: true,
    gaikan_deal_version: true,
    gaikan_saltion_battery_modules: true,
    survey1_preferred_battery_size: true,
    survey1_no_calc: true,
    survey1_client_visible: true,
    survey1_approve_clicked: true,
    gaikan_signature_plain: true,
    portal_withdrawn_at: true,
    portal_declined_at: true,
  })
  .extend({ 'Contact_Name.Created_Time': instant, 'Contact_Name.Lead_Owner_Flow': text });
const drawnRow = dealShape.pick({ id: true, survey1_signature: true });
type Row = z.output<typeof dealRow>;

/** A deal with the data for the stats. */
export interface StatsDeal extends Row {
  isSigned: boolean;
}

export interface KnownDeals {
  deals: readonly StatsDeal[];
  /** The deals are complete from this time on; null if these are all deals. */
  since: string | null;
}

/** Interval of full reads: they find deletions, and changes that left Modified_Time as it was. */
const ANEW_EVERY_MS = 60 * 60_000;
/** The maximum number of pages per read; the next read continues. */
const MOST_PAGES = 4;
/** One read asks for at most this many drawn signatures, which come from a predecessor; the next read continues. */
const MOST_DRAWN = 4 * MOST_VALUES;

/**
 * All deals, newest first, 2,000 per call. The portal reads all of them at first and every hour, and changes in between
 * (decision J12). The CRM's counts cannot distinguish months, withdrawals or signatures; rows can, and cost less than
 * repeated counting.
 */
export class AllDeals {
  readonly #crm: CrmClient;
  readonly #clock: Clock;
  readonly #stages: Pick<Stages, 'isWon'>;
  readonly #readDrawn = dealRows(drawnRow);
  /** For each deal without a typed name: whether it has a drawn signature. */
  readonly #drawn = new Map<string, boolean>();
  readonly #firstPage = new FittingPage();
  readonly #changesPage = new FittingPage(CHEAPEST_PAGE);
  #rows = new Map<string, Row>();
  #isWhole = false;
  #wholeAt = Number.NEGATIVE_INFINITY;
  /** The next read asks for changes since this moment, by the CRM's clock. */
  #changesFrom = 0;

  constructor({ crm, clock, stages }: { crm: CrmClient; clock: Clock; stages: Pick<Stages, 'isWon'> }) {
    this.#crm = crm;
    this.#clock = clock;
    this.#stages = stages;
  }

  async read(crmOptions: CrmCallOptions): Promise<KnownDeals> {
    // If all deals fit the cheapest page, reading everything costs the same as reading changes.
    if (this.#rows.size < 160 || this.#clock.now() - this.#wholeAt >= ANEW_EVERY_MS) await this.#readAnew(crmOptions);
    else {
      await this.#readChanges(crmOptions);
      if (!this.#isWhole) await this.#readOn(crmOptions, MOST_PAGES);
    }
    const rows = [...this.#rows.values()].sort((a, b) => compareIds(b.id, a.id));
    await this.#learnDrawn(rows, crmOptions);
    return {
      deals: rows.map((row) => ({ ...row, isSigned: this.#isSigned(row) })),
      since: this.#isWhole ? null : (rows.at(-1)?.Created_Time ?? null),
    };
  }

  async #readAnew(crmOptions: CrmCallOptions): Promise<void> {
    const askedAtMs = this.#crm.crmTime();
    const begunAt = this.#clock.now();
    const { rows, isCut } = await this.#firstPage.read((limit) => this.#page(crmOptions, limit, null));
    // If the first page fails, the known deals stay. If it succeeds, it replaces them.
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.#isWhole = !isCut;
    this.#wholeAt = begunAt;
    this.#changesFrom = askedAtMs;
    if (isCut) await this.#readOn(crmOptions, MOST_PAGES - 1);
  }

  /** Reads deals older than the oldest known one. */
  async #readOn(crmOptions: CrmCallOptions, pages: number): Promise<void> {
    for (let page = 0; page < pages && !this.#isWhole; page += 1) {
      const oldest = [...this.#rows.keys()].sort(compareIds)[0] ?? null;
      const rows = await this.#page(crmOptions, LARGEST_PAGE, oldest);
      for (const row of rows) this.#rows.set(row.id, row);
      this.#isWhole = rows.length < LARGEST_PAGE;
    }
  }

  #page(crmOptions: CrmCallOptions, limit: number, below: string | null): Promise<Row[]> {
    const where = below === null ? coql`Stage is not null` : coql`id < ${recordId(below)}`;
    return this.#select(coql`where ${where} order by id desc limit ${limit}`, crmOptions);
  }

  async #readChanges(crmOptions: CrmCallOptions): Promise<void> {
    const askedAtMs = this.#crm.crmTime();
    const since = crmInstant(this.#changesFrom - LATE_WRITES_MS);
    const { rows, isCut } = await this.#changesPage.read((limit) =>
      this.#select(coql`where Modified_Time >= ${since} order by id desc limit ${limit}`, crmOptions),
    );
    // There are too many changes for one query, as after an import.
    if (isCut) return this.#readAnew(crmOptions);
    const oldest = [...this.#rows.keys()].sort(compareIds)[0] ?? '';
    for (const row of rows) {
      // A deal that is older than all known ones comes later, with its page.
      if (this.#isWhole || compareIds(row.id, oldest) >= 0) this.#rows.set(row.id, row);
    }
    this.#changesFrom = askedAtMs;
  }

  #select(rest: Coql, crmOptions: CrmCallOptions): Promise<Row[]> {
    return this.#crm.query(coql`select ${columns(fieldsOf(dealRow))} from Deals ${rest}`, dealRow, crmOptions);
  }

  /** A won or approved deal without a name may have a drawn signature, which is too large to read for every deal. */
  async #learnDrawn(rows: readonly Row[], crmOptions: CrmCallOptions): Promise<void> {
    const asked = rows.filter((row) => this.#mayBeDrawn(row) && !this.#drawn.has(row.id)).slice(0, MOST_DRAWN);
    for (const group of inGroups(asked, MOST_VALUES)) {
      const ids = oneOf(group.map(({ id }) => id));
      const query = coql`from Deals where id in ${ids} limit ${MOST_VALUES}`;
      for (const { id, survey1_signature } of await this.#readDrawn(this.#crm, query, crmOptions)) {
        this.#drawn.set(id, isSigned({ survey1_signature, gaikan_signature_plain: null }));
      }
    }
  }

  #mayBeDrawn(row: Row): boolean {
    const isFurther = row.survey1_approve_clicked === true || this.#stages.isWon(row.Stage);
    return isFurther && !isSigned({ survey1_signature: null, gaikan_signature_plain: row.gaikan_signature_plain });
  }

  /** Decided by the signature, never by the stage (decision J5). */
  #isSigned(row: Row): boolean {
    const hasName = isSigned({ survey1_signature: null, gaikan_signature_plain: row.gaikan_signature_plain });
    return hasName || (this.#mayBeDrawn(row) && this.#drawn.get(row.id) === true);
  }
}
