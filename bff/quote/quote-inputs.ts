import { parseAmount } from '../../crm-contract/shapes/amount-text.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { LegacyInputs } from './calculate-legacy-quote.ts';
import type { QuoteInputs } from './calculate-quote.ts';
import { toCents } from './money.ts';
import { parseStoredCalc } from './stored-calc.ts';

const MOST_MODULES = 15;

type InputFields = Pick<
  Deal,
  | 'gaikan_saltion_battery_modules'
  | 'survey1_battery_box_distance_m'
  | 'gaikan_saltion_fixed_inverter_kw'
  | 'gaikan_self_installation'
  | 'gaikan_discount'
  | 'gaikan_discount_reason'
>;

/** A deal's fields as inputs of its quote; null while the modules ("1" to "15") or the distance are unknown. */
export function readInputs(deal: InputFields): QuoteInputs | null {
  const modules = readModules(deal.gaikan_saltion_battery_modules);
  const distanceMetres = readDistance(deal.survey1_battery_box_distance_m);
  if (modules === null || distanceMetres === null) return null;
  return {
    modules,
    inverter: readInverter(deal.gaikan_saltion_fixed_inverter_kw),
    selfInstallation: deal.gaikan_self_installation === '1',
    distanceMetres,
    discount: readDiscount(deal),
  };
}

export function readModules(value: string | null): number | null {
  const modules = wholeNumber(value);
  return modules !== null && modules <= MOST_MODULES ? modules : null;
}

/** In metres. */
export function readDistance(value: string | null): number | null {
  return wholeNumber(value);
}

type DiscountFields = Pick<Deal, 'gaikan_discount' | 'gaikan_discount_reason'>;

/** A discount may be stored as a negative number; nothing or zero means none. */
export function readDiscount(deal: DiscountFields): QuoteInputs['discount'] {
  const cents = toCents(deal.gaikan_discount);
  return cents ? { amountCents: Math.abs(cents), reason: deal.gaikan_discount_reason } : null;
}

type LegacyFields = DiscountFields & Pick<Deal, 'survey1_preferred_battery_size' | 'survey1_calc'>;

/** The same for the older format: the chosen size, else the quoted one; null without either. */
export function readLegacyInputs(deal: LegacyFields): LegacyInputs | null {
  const quoted = parseStoredCalc(deal.survey1_calc)?.quote.battery?.size ?? null;
  const sizeKwh = wholeNumber(deal.survey1_preferred_battery_size) ?? quoted;
  return sizeKwh === null ? null : { sizeKwh, discountCents: readDiscount(deal)?.amountCents ?? null };
}

/**
 * "" is automatic, "none" is none, a number is that power; anything else is a power that no product has (decision A4).
 */
function readInverter(value: string | null): QuoteInputs['inverter'] {
  if (value === null || value.trim() === '') return 'auto';
  if (value === 'none') return 'none';
  return { kw: parseAmount(value) ?? Number.NaN };
}

function wholeNumber(value: string | null): number | null {
  const number = value !== null && /^\d{1,3}$/.test(value.trim()) ? Number(value) : 0;
  return number >= 1 ? number : null;
}
