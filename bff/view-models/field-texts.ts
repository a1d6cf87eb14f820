import type { DealAnswerName, PriceInputName } from './answers.ts';

// No zod here: the desk imports these values.

/** The words, in the CRM's notes, for fields that customers answer or staff edit. */
export const NOTE_LABELS = {
  survey_1_has_solar_panels: 'Zonnepanelen',
  survey1_number_of_panels: 'Aantal zonnepanelen',
  survey1_panels_age: 'Leeftijd van de zonnepanelen',
  gaikan_deal_version: 'Soort offerte',
  gaikan_saltion_battery_modules: 'Modules',
  gaikan_saltion_fixed_inverter_kw: 'Omvormer',
  gaikan_self_installation: 'Eigen installatie',
  survey1_battery_box_distance_m: 'Afstand tot de meterkast (m)',
  survey1_preferred_battery_size: 'Batterij (kWh)',
  survey1_no_calc: 'Handmatige offerte',
  gaikan_discount: 'Korting',
  gaikan_discount_reason: 'Reden van de korting',
} satisfies Record<PriceInputName | DealAnswerName | 'survey1_no_calc', string>;

/** The words, at the desk, for fields of a deal, shown beside the CRM name. */
export const STAFF_LABELS = {
  Stage: 'Fase',
  gaikan_deal_version: NOTE_LABELS.gaikan_deal_version,
  gaikan_saltion_battery_modules: 'Aantal modules',
  gaikan_saltion_fixed_inverter_kw: NOTE_LABELS.gaikan_saltion_fixed_inverter_kw,
  gaikan_self_installation: 'Installatie',
  survey1_battery_box_distance_m: 'Afstand in meters',
  survey1_preferred_battery_size: 'Batterij',
  survey1_no_calc: 'Handmatig',
  survey1_client_visible: 'Zichtbaar voor de klant',
  gaikan_discount: NOTE_LABELS.gaikan_discount,
  gaikan_discount_reason: NOTE_LABELS.gaikan_discount_reason,
} satisfies Record<PriceInputName | 'Stage' | 'survey1_no_calc' | 'survey1_client_visible', string>;
export type StaffField = keyof typeof STAFF_LABELS;
