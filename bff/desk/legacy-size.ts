import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { parseStoredCalc } from '../quote/stored-calc.ts';

/** Modules per size of the older format, as §9 pairs them: "20" is offered as 22,8 kWh, which is 4 modules. */
const MODULES: Record<string, number> = { '5': 1, '11': 2, '17': 3, '20': 4, '40': 8, '60': 12, '80': 15 };
const KWH_PER_MODULE = 5.7;
const MOST_MODULES = 15;

/**
 * How many modules a deal of the older format gets (§2.10, "Omzetten naar modules"): by the pairs of §9, the maximum
 * for 80 kWh, the nearest number for any other size. Null without a size.
 */
export function modulesForLegacy(deal: Pick<Deal, 'survey1_calc' | 'survey1_preferred_battery_size'>): string | null {
  const quoted = parseStoredCalc(deal.survey1_calc)?.quote.battery?.size ?? null;
  const size = quoted ?? deal.survey1_preferred_battery_size;
  const kwh = Number(size);
  const paired = MODULES[String(size)];
  if (paired !== undefined) return String(paired);
  if (!Number.isFinite(kwh) || kwh <= 0) return null;
  return String(Math.min(MOST_MODULES, Math.max(1, Math.round(kwh / KWH_PER_MODULE))));
}
