import type { Deal, DealPatch } from '../../../crm-contract/shapes/deal.ts';
import type { ContactDetail } from '../../view-models/callcenter-action.ts';
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

const DETAIL_LABELS: Record<ContactDetail, string> = {
  First_Name: 'Voornaam',
  Last_Name: 'Achternaam',
  Phone: 'Telefoon',
  Email: 'E-mail',
  Mailing_Street: 'Straat en huisnummer',
  Mailing_Zip: 'Postcode',
  Mailing_City: 'Plaats',
  Mailing_State: 'Provincie',
  Mailing_Country: 'Land',
};

/** One line per detail of a contact that staff corrected: "Telefoon: 06-1 → 06-2". */
export function detailLines(
  before: Partial<Record<ContactDetail, string | null>>,
  patch: Partial<Record<ContactDetail, string | null>>,
): string[] {
  return (Object.keys(DETAIL_LABELS) as ContactDetail[])
    .filter((field) => field in patch)
    .map((field) => `${DETAIL_LABELS[field]}: ${spoken(field, before[field])} → ${spoken(field, patch[field])}`);
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
