import type { Deal, DealPatch } from '../../../crm-contract/shapes/deal.ts';
import { euros } from './euros.ts';

/** Names of the fields that staff may change in a quote; what follows from them shows in the total. */
const LABELS: Partial<Record<keyof DealPatch, string>> = {
  gaikan_deal_version: 'Soort offerte',
  gaikan_saltion_battery_modules: 'Modules',
  gaikan_saltion_fixed_inverter_kw: 'Omvormer',
  gaikan_self_installation: 'Eigen installatie',
  survey1_battery_box_distance_m: 'Afstand tot de meterkast (m)',
  survey1_preferred_battery_size: 'Batterij (kWh)',
  survey1_no_calc: 'Handmatige offerte',
  gaikan_discount: 'Korting',
  gaikan_discount_reason: 'Reden van de korting',
  Amount: 'Totaal incl. btw',
};
const IN_EUROS = new Set<string>(['gaikan_discount', 'Amount']);

/** One line per field that staff changed: "Modules: 6 → 8". */
export function changeLines(before: Deal, patch: DealPatch): string[] {
  return labelled((field) =>
    field in patch ? `${spoken(field, before[field])} → ${spoken(field, patch[field])}` : null,
  );
}

/** The same for an edit that was already made, as far as that is known: "Modules: 8 (stond er al)". */
export function standingLines(deal: Deal, fields: DealPatch): string[] {
  return labelled((field) =>
    field in fields || field === 'Amount' ? `${spoken(field, deal[field])} (stond er al)` : null,
  );
}

export function ownerChange(before: string | null, now: string): string {
  return `Eigenaar: ${before ?? 'niemand'} → ${now}`;
}

export function standingOwner(now: string): string {
  return `Eigenaar: ${now} (stond er al)`;
}

function labelled(textOf: (field: keyof DealPatch) => string | null): string[] {
  return (Object.keys(LABELS) as (keyof DealPatch)[]).flatMap((field) => {
    const text = textOf(field);
    return text === null ? [] : [`${LABELS[field]}: ${text}`];
  });
}

function spoken(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'leeg';
  if (typeof value === 'boolean') return value ? 'ja' : 'nee';
  return IN_EUROS.has(field) && typeof value === 'number' ? euros(value) : String(value);
}
