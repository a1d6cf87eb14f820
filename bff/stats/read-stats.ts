import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, FittingPage } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { instant } from '../../crm-contract/shapes/read-record.ts';
import { CachedRead } from '../crm/cached-read.ts';
import { type Clock, DAY_MS } from '../crm/clock.ts';
import type { CreditBudget } from '../crm/credit-budget.ts';
import type { Stages } from '../crm/stages.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { ProblemError } from '../http/problems.ts';
import type { CachedPrices } from '../quote/price-list.ts';
import type { Owner } from '../view-models/colleagues.ts';
import type { AdminStats, PeriodFigures } from '../view-models/stats.ts';
import { AllDeals, type KnownDeals } from './all-deals.ts';
import { readCallFigures, readColleagues, readSaidReasons } from './call-figures.ts';
import { funnelOf, judged, lossesOf, madeBetween, monthsOf, sourcesOf } from './offer-figures.ts';
import { dayAfter, presentStats, type Registrations } from './present-stats.ts';

/** Older figures are refreshed, and served meanwhile unless the caller waits. */
const FRESH_MS = 60_000;
const DAYS_SHOWN = 90;
const PRICES_MAX_AGE_MS = 60_000;
/** The admin area starts with the stats, so they also refresh the call center's cached data. */
const KNOWN_MAX_AGE_MS = 2 * 60_000;
/** Managers look at a few periods repeatedly. */
const MOST_PERIODS = 20;

const contactRow = z.object({ Created_Time: instant });

/** Cached data with a maximum age. */
interface CachedReader<T> {
  read(maxAgeMs: number, crmOptions: CrmCallOptions): Promise<T>;
}

interface Sources {
  crm: CrmClient;
  clock: Clock;
  owners: CachedReader<readonly Owner[]> & { portalUserId: string | null };
  doNotCall: CachedReader<unknown>;
  prices: CachedPrices;
  stages: Stages;
  noted: { isProven(dealId: string): boolean };
  credits?: Pick<CreditBudget, 'stops'>;
}

/** Figures as of a moment. */
export interface Cached<Figures> {
  figures: Figures;
  readAt: number;
  /** Too few daily credits are left for a refresh (decision J12). */
  isStopped?: true;
}
type CachedStats = Cached<AdminStats>;
type CachedPeriod = Cached<PeriodFigures | null>;

interface Freshness {
  /** False: waits for figures of the last minute. */
  allowStale?: boolean;
}

interface Period {
  from: string;
  to: string;
}

/** The stats for all viewers: one read at a time, served from memory during a refresh. */
export class StatsReader {
  readonly #stats: LRUCache<'stats', CachedStats>;
  readonly #periods: LRUCache<string, CachedPeriod, Period>;
  /** The CRM prices a query by its limit, so each limit follows the size of the last result. */
  readonly #pages = { contacts: new FittingPage(), calls: new FittingPage() };
  readonly #sources: Sources;
  readonly #deals: CachedRead<KnownDeals>;

  constructor(sources: Sources) {
    this.#sources = sources;
    const all = new AllDeals(sources);
    this.#deals = new CachedRead(sources.clock, (crmOptions) => all.read(crmOptions));
    const shared = {
      ttl: FRESH_MS,
      allowStale: true,
      // If a refresh fails, cached figures stay. Without cached figures, the failure is reported.
      noDeleteOnFetchRejection: true,
      perf: sources.clock,
    };
    this.#stats = new LRUCache({
      max: 1,
      ...shared,
      fetchMethod: () => this.#readStats(),
    });
    this.#periods = new LRUCache({
      max: MOST_PERIODS,
      ...shared,
      fetchMethod: (_key, _stale, { context }) => this.#readPeriod(context),
    });
  }

  async read(how: Freshness = {}): Promise<CachedStats> {
    if (!this.#sources.credits?.stops('stats')) return this.#stats.forceFetch('stats', how);
    // Staff starts with the stats: even without figures they contain the list of colleagues.
    const cached = this.#stats.peek('stats') ?? (await this.#readWithoutFigures());
    return { ...cached, isStopped: true };
  }

  /**
   * The figures of a period. Those of deals come from the cached deals. Those of calls take three CRM calls, or more if
   * thousands of calls lost a deal.
   */
  async readPeriod(period: Period, how: Freshness = {}): Promise<CachedPeriod> {
    const key = `${period.from} ${period.to}`;
    if (!this.#sources.credits?.stops('stats')) return this.#periods.forceFetch(key, { ...how, context: period });
    const cached = this.#periods.peek(key) ?? { figures: null, readAt: this.#sources.clock.now() };
    return { ...cached, isStopped: true };
  }

  /**
   * At most nine CRM calls for any size of organisation (§2.9). Figures that the CRM refuses are left out
   * (decision I14), because staff starts here and selects their name.
   */
  async #readStats(): Promise<CachedStats> {
    const { crm, clock, owners, doNotCall, prices } = this.#sources;
    const crmOptions = crmOptionsFor('read');
    const readAt = clock.now();
    const since = crmInstant(readAt - DAYS_SHOWN * DAY_MS);
    const staff = owners.read(KNOWN_MAX_AGE_MS, crmOptions);
    const readCalls = async () => {
      const asker = { crm, crmOptions, owners: await staff, nowMs: readAt };
      return readCallFigures(asker, this.#pages.calls);
    };
    const [deals, registrations, calls, contactOwners, priceList] = await Promise.all([
      this.#readDeals(crmOptions),
      nullIfRefused(this.#readRegistrations(crmOptions, since)),
      readCalls(),
      staff,
      nullIfRefused(prices.read(PRICES_MAX_AGE_MS, crmOptions)),
      doNotCall.read(KNOWN_MAX_AGE_MS, crmOptions),
    ]);
    // If all figures are missing, the screen has nothing to show.
    if ([deals, registrations, calls].every((part) => part === null)) throw new ProblemError('crm_unavailable');
    return { figures: presentStats({ deals, registrations, contactOwners, priceList, since, calls }), readAt };
  }

  async #readDeals(crmOptions: CrmCallOptions) {
    const { stages } = this.#sources;
    await stages.read(crmOptions);
    const known = await nullIfRefused(this.#deals.read(FRESH_MS / 2, crmOptions));
    return known && { all: judged(known.deals, this.#sources), since: known.since };
  }

  async #readRegistrations(crmOptions: CrmCallOptions, since: string): Promise<Registrations> {
    const { rows, isCut } = await this.#pages.contacts.read((limit) =>
      this.#sources.crm.query(
        coql`select Created_Time from Contacts where Created_Time >= ${since}
          order by Created_Time desc limit ${limit}`,
        contactRow,
        crmOptions,
      ),
    );
    const moments = rows.flatMap(({ Created_Time }) => (Created_Time === null ? [] : Date.parse(Created_Time)));
    return { moments, isCut };
  }

  async #readPeriod({ from, to }: Period): Promise<CachedPeriod> {
    const { crm, clock, owners } = this.#sources;
    const crmOptions = crmOptionsFor('read');
    const readAt = clock.now();
    const staff = await owners.read(KNOWN_MAX_AGE_MS, crmOptions);
    const asker = { crm, crmOptions, owners: staff, nowMs: readAt, portalUserId: owners.portalUserId };
    const [deals, colleagues, said] = await Promise.all([
      this.#readDeals(crmOptions),
      readColleagues(asker, { from, to }),
      readSaidReasons(asker, from),
    ]);
    const made = deals && madeBetween(deals.all, from, to);
    const dealsSince = deals?.since ? dayAfter(Date.parse(deals.since)) : null;
    const figures: PeriodFigures = {
      from,
      to,
      funnel: made && funnelOf(made),
      months: made && monthsOf(made),
      sources: made && sourcesOf(made),
      losses: made && said && lossesOf(made, said),
      colleagues,
      ...(dealsSince !== null && dealsSince > from && { dealsSince }),
    };
    return { figures, readAt };
  }

  /** Only staff and prices, which are cached. */
  async #readWithoutFigures(): Promise<CachedStats> {
    const { clock, owners, prices } = this.#sources;
    const crmOptions = crmOptionsFor('read');
    const readAt = clock.now();
    const since = crmInstant(readAt - DAYS_SHOWN * DAY_MS);
    const [contactOwners, priceList] = await Promise.all([
      owners.read(Number.MAX_SAFE_INTEGER, crmOptions),
      nullIfRefused(prices.read(Number.MAX_SAFE_INTEGER, crmOptions)),
    ]);
    const none = { deals: null, registrations: null, calls: null };
    return { figures: presentStats({ ...none, contactOwners, priceList, since }), readAt };
  }
}
