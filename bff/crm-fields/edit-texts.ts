import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { DealFields } from '../deal/change-deal.ts';

/** What colleagues call the fields that staff may change of a quote; what follows from them is told by its total. */
const LABELS: Partial<Record<keyof DealFields, string>> = {
  gaikan_deal_version: 'Soort offerte',
  gaikan_saltion_battery_modules: 'Modules',
  gaikan_saltion_fixed_inverter_kw: 'Omvormer',
  gaikan_self_installation: 'Eigen installatie',
  survey1_battery_box_distance_m: 'Afstand tot de meterkast (m)',
  survey1_preferred_battery_size: 'Batterij (kWh)',
  survey1_no_calc: 'Handmatige offerte',
  gaikan_discount: 'Korting (€)',
  gaikan_discount_reason: 'Reden van de korting',
  Amount: 'Totaal incl. btw (€)',
};

/** One line per field that staff changed: "Modules: 6 → 8". */
export function changeLines(before: Deal, patch: DealFields): string[] {
  return (Object.keys(LABELS) as (keyof DealFields)[]).flatMap((field) =>
    field in patch ? [`${LABELS[field]}: ${spoken(before[field])} → ${spoken(patch[field])}`] : [],
  );
}

function spoken(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'leeg';
  if (typeof value === 'boolean') return value ? 'ja' : 'nee';
  return String(value);
}
