import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, oneOf } from '../../crm-contract/coql.ts';
import { FittingPage } from '../../crm-contract/fitting-page.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { count, instant, lookup } from '../../crm-contract/shapes/tolerant.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import type { CreditBudget } from '../crm/credit-budget.ts';
import { AVAILABLE_FOR_CUSTOMER, CLOSED_WON, VIEWED } from '../crm/schema/stages-and-tags.ts';
import type { Stages } from '../crm/stages.ts';
import { crmInstant } from '../crm/texts/moments.ts';
import { ProblemError } from '../http/problems.ts';
import type { PriceListReader } from '../quote/price-list.ts';
import type { Owner } from '../view-models/admin.ts';
import type { AdminStats } from '../view-models/stats.ts';
import { presentStats } from './present-stats.ts';
import { readCallFigures, readFunnel } from './read-desk-figures.ts';
import { type DealRow, dealRow, type Registrations } from './stats-rows.ts';

/** Older figures are still served while new ones are read. */
const FRESH_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS_SHOWN = 90;
const PRICES_MAX_AGE_MS = 60_000;
/** Entering the admin area reads the stats first, so this is where the call center's cached data are refreshed. */
const KNOWN_MAX_AGE_MS = 2 * 60_000;

const contactRow = z.object({ Created_Time: instant, tally: count });
const customerRow = z.object({ Contact_Name: lookup, 'Contact_Name.Created_Time': instant, tally: count });

/** Data that is cached and may be this old. */
interface CachedReader<T> {
  read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<T>;
}

interface Sources {
  crm: CrmClient;
  clock: Clock;
  owners: CachedReader<readonly Owner[]>;
  doNotCall: CachedReader<unknown>;
  prices: PriceListReader;
  stages: Stages;
  credits?: Pick<CreditBudget, 'stops'>;
}

export interface HeldStats {
  stats: AdminStats;
  readAt: number;
  /** Too few credits are left of the day to read them anew (decision J12). */
  isStopped?: true;
}

/** The stats for all viewers: read once at a time, served from memory while they are refreshed. */
export class StatsReader {
  readonly #held: LRUCache<'stats', HeldStats>;
  readonly #pages = freshPages();
  readonly #sources: Sources;
  #last: HeldStats | null = null;

  constructor(sources: Sources) {
    this.#sources = sources;
    this.#held = new LRUCache({
      max: 1,
      ttl: FRESH_MS,
      allowStale: true,
      // Cached figures survive a failure; without any, the failure is reported.
      noDeleteOnFetchRejection: true,
      perf: sources.clock,
      fetchMethod: async () => {
        this.#last = await readStats(sources, this.#pages);
        return this.#last;
      },
    });
  }

  async read(): Promise<HeldStats> {
    if (!this.#sources.credits?.stops('stats')) return this.#held.forceFetch('stats');
    // Staff enters by the stats: without any figures they still say who there is.
    return { ...(this.#last ?? (await readWithoutFigures(this.#sources))), isStopped: true };
  }
}

/**
 * At most eight CRM calls whatever the size of the organisation: the CRM counts, we add up (§2.9). What it refuses to tell
 * is left out (decision I14): staff enters by this, and chooses who they are.
 */
async function readStats({ crm, clock, owners, doNotCall, prices, stages }: Sources, pages: Pages): Promise<HeldStats> {
  const crmOptions = crmOptionsFor('read');
  const readAt = clock.now();
  const since = crmInstant(readAt - DAYS_SHOWN * DAY_MS);
  await stages.read(crmOptions);
  const [deals, contacts, customers, contactOwners, priceList] = await Promise.all([
    nullIfRefused(readDeals(crm, crmOptions, stages, pages.deals)),
    nullIfRefused(readContacts(crm, crmOptions, since, pages.contacts)),
    nullIfRefused(readCustomers(crm, crmOptions, since, pages.customers)),
    owners.read(KNOWN_MAX_AGE_MS, crmOptions),
    nullIfRefused(prices.read(PRICES_MAX_AGE_MS, crmOptions)),
    doNotCall.read(KNOWN_MAX_AGE_MS, crmOptions),
  ]);
  const [funnel, calls] = await Promise.all([
    readFunnel(crm, crmOptions, stages),
    readCallFigures(crm, crmOptions, contactOwners, readAt, pages.calls),
  ]);
  // With no figure at all this is no screen that goes on without some.
  if ([deals, contacts, customers, funnel, calls].every((part) => part === null)) {
    throw new ProblemError('crm_unavailable');
  }
  return {
    stats: presentStats({ deals, contacts, customers, contactOwners, priceList, since, funnel, calls }),
    readAt,
  };
}

/** Staff and prices alone, which are held. */
async function readWithoutFigures({ clock, owners, prices }: Sources): Promise<HeldStats> {
  const crmOptions = crmOptionsFor('read');
  const readAt = clock.now();
  const since = crmInstant(readAt - DAYS_SHOWN * DAY_MS);
  const [contactOwners, priceList] = await Promise.all([
    owners.read(Number.MAX_SAFE_INTEGER, crmOptions),
    nullIfRefused(prices.read(Number.MAX_SAFE_INTEGER, crmOptions)),
  ]);
  const none = { deals: null, contacts: null, customers: null, funnel: null, calls: null };
  return { stats: presentStats({ ...none, contactOwners, priceList, since }), readAt };
}

async function readDeals(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  stages: Stages,
  page: FittingPage,
): Promise<DealRow[]> {
  const counted = [AVAILABLE_FOR_CUSTOMER, VIEWED, ...stages.won];
  const ask = (limit: number) =>
    crm.query(
      coql`select Stage, gaikan_deal_version, gaikan_saltion_battery_modules, survey1_preferred_battery_size,
        COUNT(id) as tally from Deals where Stage in ${oneOf(counted)}
        group by Stage, gaikan_deal_version, gaikan_saltion_battery_modules, survey1_preferred_battery_size
        limit ${limit}`,
      dealRow,
      crmOptions,
    );
  const { rows } = await page.read(ask);
  return rows.map((row) => ({ ...row, Stage: stages.isWon(row.Stage) ? CLOSED_WON : row.Stage }));
}

/** COQL cannot group by day, so contacts are counted per moment of registration and added up here. */
async function readContacts(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  since: string,
  page: FittingPage,
): Promise<Registrations> {
  const { rows, isCut } = await page.read((limit) =>
    crm.query(
      coql`select Created_Time, COUNT(id) as tally from Contacts where Created_Time >= ${since}
        group by Created_Time order by Created_Time desc limit ${limit}`,
      contactRow,
      crmOptions,
    ),
  );
  return registrations(
    rows.map((row) => ({ created: row.Created_Time, number: row.tally ?? 0 })),
    isCut,
  );
}

/** How many of them have a deal; each counts once. */
async function readCustomers(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  since: string,
  page: FittingPage,
): Promise<Registrations> {
  const { rows, isCut } = await page.read((limit) =>
    crm.query(
      coql`select Contact_Name, Contact_Name.Created_Time, COUNT(id) as tally from Deals
        where Contact_Name.Created_Time >= ${since} group by Contact_Name, Contact_Name.Created_Time
        order by Contact_Name.Created_Time desc limit ${limit}`,
      customerRow,
      crmOptions,
    ),
  );
  return registrations(
    rows.map((row) => ({ created: row['Contact_Name.Created_Time'], number: 1 })),
    isCut,
  );
}

function registrations(rows: { created: string | null; number: number }[], isCut: boolean): Registrations {
  const moments = rows.flatMap(({ created, number }) =>
    created === null ? [] : [{ at: Date.parse(created), number }],
  );
  return { moments, isCut };
}

/** A query costs by its limit: each keeps to what it needed last time. */
function freshPages() {
  return {
    deals: new FittingPage(),
    contacts: new FittingPage(),
    customers: new FittingPage(),
    calls: new FittingPage(),
  };
}
type Pages = ReturnType<typeof freshPages>;
