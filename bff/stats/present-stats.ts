import type { Product } from '../../crm-contract/shapes/product.ts';
import { dayOf } from '../crm/texts/moments.ts';
import { allowedBatteryKwh } from '../quote/calculate-legacy-quote.ts';
import { moduleKwh } from '../quote/calculate-quote.ts';
import { isPriced, type PriceList } from '../quote/price-list.ts';
import type { Owner } from '../view-models/admin.ts';
import { STATS_STAGES } from '../view-models/choices.ts';
import type { AdminStats, StageTotal, StatsStage } from '../view-models/stats.ts';
import type { DealRow, Registrations } from './stats-rows.ts';

interface StatsSources {
  contactOwners: readonly Owner[];
  /** These four are null where the CRM refuses to give them. */
  deals: readonly DealRow[] | null;
  contacts: Registrations | null;
  customers: Registrations | null;
  priceList: PriceList | null;
  /** The start of the period of the registrations. */
  since: string;
  funnel: AdminStats['funnel'];
  calls: AdminStats['calls'];
}

/** The stats of §3. */
export function presentStats(sources: StatsSources): AdminStats {
  const { contactOwners } = sources;
  const priceList = sources.priceList ?? [];
  const customersSince = firstWholeDay(sources);
  const areKnown = sources.contacts !== null && sources.customers !== null;
  const registered = perDay(areKnown ? sources.contacts : null);
  const withDeal = perDay(sources.customers);
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
    deals: stageTotals(sources),
    funnel: sources.funnel,
    calls: sources.calls,
    contactOwners: [...contactOwners],
    saltion_MODULE_PRICE: moduleCounts(priceList).map((num_modules) => ({ num_modules, kwh: moduleKwh(num_modules) })),
    saltion_INVERTER_PRICES: powers(priceList).map((kw) => ({ kw })),
    ALLOWED_BATTERY_KWH: allowedBatteryKwh(priceList),
  };
}

/** Decision I14: what is not known is named, never shown as nothing. The power of a battery is that of its product. */
function unknownOf({ deals, contacts, customers, priceList }: StatsSources): NonNullable<AdminStats['unknown']> {
  return [
    ...(contacts && customers ? [] : (['customers'] as const)),
    ...(deals && priceList ? [] : (['deals'] as const)),
    ...(priceList ? [] : (['prices'] as const)),
  ];
}

/**
 * The first complete day: the day after the start, or after the oldest row where the CRM had more than one call
 * returns.
 */
function firstWholeDay({ contacts, customers, since }: StatsSources): string {
  const starts = [Date.parse(since)];
  for (const each of [contacts, customers]) {
    const oldest = each?.moments.at(-1);
    if (each?.isCut && oldest) starts.push(oldest.at);
  }
  return dayOf(Math.max(...starts) + 86_400_000);
}

function perDay(registrations: Registrations | null): Map<string, number> {
  const days = new Map<string, number>();
  for (const { at, number } of registrations?.moments ?? []) days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + number);
  return days;
}

/**
 * Power and capacity per stage. Modules: their number × the power one module needs, and × 5.7 kWh. Older format: the
 * inverter of the battery's size, and that size. Deals without a size count, and add nothing.
 */
function stageTotals({ deals, priceList }: StatsSources): AdminStats['deals'] {
  const total = (stage: StatsStage): StageTotal => {
    let watts = 0;
    let wattHours = 0;
    let count = 0;
    for (const row of deals ?? []) {
      if (row.Stage !== stage) continue;
      const number = row.tally ?? 0;
      const { kw, kwh } = sizeOf(row, priceList ?? []);
      watts += Math.round(kw * 1000) * number;
      wattHours += Math.round(kwh * 1000) * number;
      count += number;
    }
    return { kw: watts / 1000, kwh: wattHours / 1000, count };
  };
  const [available, viewed, won] = STATS_STAGES;
  return { [available]: total(available), [viewed]: total(viewed), [won]: total(won) };
}

function sizeOf(row: DealRow, prices: PriceList): { kw: number; kwh: number } {
  if (row.gaikan_deal_version === '2') {
    const modules = wholeNumber(row.gaikan_saltion_battery_modules);
    const product = prices.find((p) => p.Product_Category === 'battery_module' && p.gaikan_num_modules === modules);
    return { kw: modules * (product?.gaikan_kw ?? 0), kwh: moduleKwh(modules) };
  }
  const kwh = wholeNumber(row.survey1_preferred_battery_size);
  const inverter = prices.find((p) => p.Product_Category === 'legacy_inverter' && p.gaikan_kwh === kwh);
  return { kw: inverter?.gaikan_kw ?? 0, kwh };
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

function figures(prices: PriceList, category: string, figureOf: (product: Product) => number | null): number[] {
  const found = prices.flatMap((p) => (isPriced(p, category) ? (figureOf(p) ?? []) : []));
  return [...new Set(found)].sort((a, b) => a - b);
}
