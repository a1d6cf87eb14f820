import { setTimeout as wait } from 'node:timers/promises';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { LARGEST_PAGE } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import { compareIds } from '../../crm-contract/shapes/read-record.ts';
import type { Stages } from '../crm/stages.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { countOpenDeals, type OpenDealRow, readOpenBetween, readOpenPage } from './open-deal-rows.ts';

/** Most teams have fewer open deals: one credit reads them all. */
const FIRST_PAGE = 200;
/**
 * Each page begins with the last row of the page before it. If it does not, deals left the earlier pages during the
 * read, and the gap is read too.
 */
const STEP = LARGEST_PAGE - 1;
const AT_ONCE = 4;
/** Retry delays for a failed page. After the last one, the next request for the list tries again. */
const AGAIN_MS = [2_000, 5_000] as const;

/** Receives rows, with the sequence number of their read. */
type Take = (rows: readonly OpenDealRow[], readNumber: number) => void;

interface Ends {
  /** The newest and oldest id of a page; null if it is empty. */
  first: string | null;
  last: string | null;
  isFull: boolean;
}

/**
 * Reads all open deals once: the first page within the request, the others in parallel in the background. Every page
 * counts as soon as it arrives, even if others fail.
 */
export class WholeReading {
  readonly #crm: CrmClient;
  readonly #stages: Pick<Stages, 'closed'>;
  readonly #take: Take;
  readonly #nextRead: () => number;
  readonly #ends = new Map<number, Ends>();
  /** The number of pages, as far as known. */
  #pages = 1;
  #isCounted = false;
  #running: Promise<void> | null = null;
  #isDone = false;

  constructor(crm: CrmClient, stages: Pick<Stages, 'closed'>, nextRead: () => number, take: Take) {
    this.#crm = crm;
    this.#stages = stages;
    this.#nextRead = nextRead;
    this.#take = take;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** The background part of the read, while it runs. */
  get running(): Promise<void> | null {
    return this.#running;
  }

  /** Reads the first page: the newest deals. */
  async begin(crmOptions: CrmCallOptions): Promise<void> {
    const { isFull } = await this.#readPage(crmOptions, 0);
    if (isFull) this.#pages = 2;
    else this.#isDone = true;
  }

  /** Reads missing pages, unless that is already running. Never rejects: a failed page stays missing. */
  goOn(): Promise<void> {
    if (this.#isDone) return Promise.resolve();
    this.#running ??= this.#readRest().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #readRest(): Promise<void> {
    do {
      const missing = Array.from({ length: this.#pages }, (_, page) => page).filter((page) => !this.#ends.has(page));
      const workers = Array.from({ length: AT_ONCE }, async () => {
        for (let page = missing.shift(); page !== undefined; page = missing.shift()) await this.#try(page);
      });
      await Promise.all(workers);
      if (this.#ends.size < this.#pages) return;
    } while (await this.#findMore());
    this.#isDone = await this.#readGaps();
  }

  /** Whether there are pages after the last one. Counts the deals once, to read many pages in parallel. */
  async #findMore(): Promise<boolean> {
    if (!this.#ends.get(this.#pages - 1)?.isFull) return false;
    const known = this.#pages;
    if (!this.#isCounted) {
      const open = await again(() => countOpenDeals(this.#reader(crmOptionsFor('background'))));
      this.#isCounted = true;
      this.#pages = 1 + Math.ceil(((open ?? 0) - FIRST_PAGE) / STEP);
    }
    this.#pages = Math.max(this.#pages, known + 1);
    return true;
  }

  async #try(page: number): Promise<void> {
    await again(() => this.#readPage(crmOptionsFor('background'), page));
  }

  async #readPage(crmOptions: CrmCallOptions, page: number): Promise<Ends> {
    const readNumber = this.#nextRead();
    const limit = page === 0 ? FIRST_PAGE : LARGEST_PAGE;
    const offset = page === 0 ? 0 : FIRST_PAGE - 1 + (page - 1) * STEP;
    const rows = await readOpenPage(this.#reader(crmOptions), { limit, offset });
    this.#take(rows, readNumber);
    const ends = { first: rows[0]?.id ?? null, last: rows.at(-1)?.id ?? null, isFull: rows.length === limit };
    this.#ends.set(page, ends);
    return ends;
  }

  #reader(crmOptions: CrmCallOptions) {
    return { crm: this.#crm, crmOptions, stages: this.#stages };
  }

  /** Reads the gaps between pages; false if one of these reads failed. */
  async #readGaps(): Promise<boolean> {
    for (let page = 0; page < this.#pages - 1; page += 1) {
      const [{ last: below = null } = {}, { first: above = null } = {}] = [
        this.#ends.get(page),
        this.#ends.get(page + 1),
      ];
      if (below === null || (above !== null && compareIds(above, below) >= 0)) continue;
      const read = await again(async () => {
        const readNumber = this.#nextRead();
        const reader = this.#reader(crmOptionsFor('background'));
        const rows = await readOpenBetween(reader, { above, below }, LARGEST_PAGE);
        this.#take(rows, readNumber);
        return rows;
      });
      if (read === null) return false;
    }
    return true;
  }
}

/** Null if the CRM failed every time. */
async function again<T>(work: () => Promise<T>): Promise<T | null> {
  for (const waitMs of [...AGAIN_MS, null]) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CrmError)) throw error;
      if (waitMs === null) return null;
      await wait(waitMs);
    }
  }
  return null;
}
