import type { Product, ProductCategory } from '../../crm-contract/shapes/product.ts';
import { CLOSED_WON } from '../crm/stages.ts';
import { dayOf } from '../crm/texts/moments-and-euros.ts';
import { allowedBatteryKwh, moduleKwh } from '../quote/calculate-quote.ts';
import { isPriced, type PriceList } from '../quote/price-list.ts';
import { STATS_STAGES } from '../view-models/choices.ts';
import type { Owner } from '../view-models/colleagues.ts';
import type { AdminStats, StageTotal, StatsStage, WithoutPower } from '../view-models/stats.ts';
import { funnelOf, type JudgedDeal } from './offer-figures.ts';

/** Times of registration, newest first; `isCut` if there were more than one CRM call returns. */
export interface Registrations {
  moments: readonly number[];
  isCut: boolean;
}

interface StatsSources {
  contactOwners: readonly Owner[];
  /** These three are null if the CRM refuses them. */
  deals: { all: readonly JudgedDeal[]; since: string | null } | null;
  registrations: Registrations | null;
  priceList: PriceList | null;
  /** The start of the period of the registrations. */
  since: string;
  calls: AdminStats['calls'];
}

/** The stats of §3. */
export function presentStats(sources: StatsSources): AdminStats {
  const { contactOwners, deals, registrations } = sources;
  const priceList = sources.priceList ?? [];
  const customersSince = firstWholeDay(sources);
  const registered = perDay(deals && registrations ? registrations.moments : []);
  const withDeal = perDay(customersIn(deals?.all ?? []));
  const unknown = unknownOf(sources);
  const days = [...registered.keys()].filter((day) => day >= customersSince).sort((a, b) => (a < b ? 1 : -1));
  return {
    ...(unknown.length > 0 && { unknown }),
    customers: days.map((date) => {
      const all = registered.get(date) ?? 0;
      const contactCount = Math.min(all, withDeal.get(date) ?? 0);
      return { date, contactCount, leadCount: all - contactCount };
    }),
    customersSince,
    deals: stageTotals(deals?.all ?? [], priceList),
    funnel: deals && funnelOf(deals.all),
    ...(deals?.since && { dealsSince: dayAfter(Date.parse(deals.since)) }),
    calls: sources.calls,
    contactOwners: [...contactOwners],
    saltion_MODULE_PRICE: moduleCounts(priceList).map((num_modules) => ({ num_modules, kwh: moduleKwh(num_modules) })),
    saltion_INVERTER_PRICES: powers(priceList).map((kw) => ({ kw })),
    ALLOWED_BATTERY_KWH: allowedBatteryKwh(priceList),
  };
}

/** Registration times of customers with a deal; each customer counts once. */
function customersIn(deals: readonly JudgedDeal[]): number[] {
  const created = new Map<string, number>();
  for (const { Contact_Name, 'Contact_Name.Created_Time': at } of deals) {
    if (Contact_Name && at !== null) created.set(Contact_Name.id, Date.parse(at));
  }
  return [...created.values()];
}

/** Decision I14: unknown figures are named, never shown as zero. The power of a battery comes from its product. */
function unknownOf({ deals, registrations, priceList }: StatsSources): NonNullable<AdminStats['unknown']> {
  return [
    ...(deals && registrations ? [] : (['customers'] as const)),
    ...(deals && priceList ? [] : (['deals'] as const)),
    ...(priceList ? [] : (['prices'] as const)),
  ];
}

/** The first complete day: the day after the start, or after the oldest record read if the list was cut. */
function firstWholeDay({ deals, registrations, since }: StatsSources): string {
  const oldest = registrations?.isCut ? registrations.moments.at(-1) : undefined;
  const starts = [Date.parse(since), oldest ?? 0, Date.parse(deals?.since ?? '') || 0];
  return dayAfter(Math.max(...starts));
}

export function dayAfter(ms: number): string {
  return dayOf(ms, 1);
}

function perDay(moments: readonly number[]): Map<string, number> {
  const days = new Map<string, number>();
  for (const at of moments) days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + 1);
  return days;
}

/**
 * Power and capacity per stage. For modules, the power is their number times the power of one module, and the capacity
 * is their number times 5.7 kWh. In the older format, the power is that of the inverter for the battery's size, and the
 * capacity is that size. Deals with neither are counted separately.
 */
function stageTotals(deals: readonly JudgedDeal[], priceList: PriceList): AdminStats['deals'] {
  const total = (wanted: StatsStage): StageTotal => {
    const of = deals.filter(({ Stage, kind }) => (wanted === CLOSED_WON ? kind === 'won' : Stage === wanted));
    let watts = 0;
    let wattHours = 0;
    const without: StageTotal['without'] = {};
    for (const deal of of) {
      const size = sizeOf(deal, priceList);
      if (typeof size === 'string') without[size] = (without[size] ?? 0) + 1;
      else {
        watts += Math.round(size.kw * 1000);
        wattHours += Math.round(size.kwh * 1000);
      }
    }
    return { kw: watts / 1000, kwh: wattHours / 1000, count: of.length, without };
  };
  const [available, viewed, won] = STATS_STAGES;
  return { [available]: total(available), [viewed]: total(viewed), [won]: total(won) };
}

function sizeOf(deal: JudgedDeal, prices: PriceList): { kw: number; kwh: number } | WithoutPower {
  // The rows of a manual quote are products linked to the deal: the answers do not describe them.
  if (deal.survey1_no_calc === true) return 'manual';
  if (deal.gaikan_deal_version === '2') {
    const answer = deal.gaikan_saltion_battery_modules?.trim().toUpperCase();
    if (answer === 'L' || answer === 'XL') return answer;
    const modules = wholeNumber(deal.gaikan_saltion_battery_modules);
    const product = prices.find((p) => p.Product_Category === 'battery_module' && p.gaikan_num_modules === modules);
    return modules === 0 ? 'unsized' : { kw: modules * (product?.gaikan_kw ?? 0), kwh: moduleKwh(modules) };
  }
  const kwh = wholeNumber(deal.survey1_preferred_battery_size);
  const inverter = prices.find((p) => p.Product_Category === 'legacy_inverter' && p.gaikan_kwh === kwh);
  return kwh === 0 ? 'unsized' : { kw: inverter?.gaikan_kw ?? 0, kwh };
}

function wholeNumber(value: string | null): number {
  return value !== null && /^\d{1,4}$/.test(value.trim()) ? Number(value) : 0;
}

function moduleCounts(prices: PriceList): number[] {
  return figures(prices, 'battery_module', (p) => p.gaikan_num_modules);
}

function powers(prices: PriceList): number[] {
  return figures(prices, 'inverter', (p) => p.gaikan_kw);
}

function figures(
  prices: PriceList,
  category: ProductCategory,
  figureOf: (product: Product) => number | null,
): number[] {
  const found = prices.flatMap((p) => (isPriced(p, category) ? (figureOf(p) ?? []) : []));
  return [...new Set(found)].sort((a, b) => a - b);
}
