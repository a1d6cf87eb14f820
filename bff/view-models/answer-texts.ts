import type { DealAnswerName, PricedAnswerName, PriceInputName } from './answers.ts';

// No zod here: the web may import these values.

/** The steps of a deal's survey (§2.5) in order, with the names in the header. */
export const STEP_NAMES = {
  solar: 'Zonnepanelen',
  modules: 'Batterij',
  distance: 'Plaats',
  contact: 'Gegevens',
  complete: 'Klaar',
} as const;
export type DealStep = keyof typeof STEP_NAMES;
export type AnswerStep = Exclude<DealStep, 'contact' | 'complete'>;

/**
 * Last part of each step's URL. During the survey, the first step has the deal's own URL; a customer who changes that
 * answer later gets the URL here.
 */
export const STEP_PAGES: Record<DealStep, string> = {
  solar: '1',
  modules: '2',
  distance: '3',
  contact: '4',
  complete: 'complete',
};

interface FieldTexts {
  /** Its label in notes. */
  note?: string;
  /** Its label at the desk, beside its CRM name. */
  staff?: string;
  /** The step that asks for it. */
  step?: AnswerStep;
  /** An answer that affects the price. */
  priced?: true;
}

/** The fields of a deal that customers answer or staff edit, in the order in which notes and desk name them. */
export const DEAL_TEXTS = {
  Stage: { staff: 'Fase' },
  survey_1_has_solar_panels: { note: 'Zonnepanelen', step: 'solar' },
  survey1_number_of_panels: { note: 'Aantal zonnepanelen', step: 'solar' },
  survey1_panels_age: { note: 'Leeftijd van de zonnepanelen', step: 'solar' },
  gaikan_deal_version: { note: 'Soort offerte', staff: 'Soort offerte' },
  gaikan_saltion_battery_modules: { note: 'Modules', staff: 'Aantal modules', step: 'modules', priced: true },
  gaikan_saltion_fixed_inverter_kw: { note: 'Omvormer', staff: 'Omvormer' },
  gaikan_self_installation: { note: 'Eigen installatie', staff: 'Installatie' },
  survey1_battery_box_distance_m: {
    note: 'Afstand tot de meterkast (m)',
    staff: 'Afstand in meters',
    step: 'distance',
    priced: true,
  },
  survey1_preferred_battery_size: { note: 'Batterij (kWh)', staff: 'Batterij' },
  survey1_no_calc: { note: 'Handmatige offerte', staff: 'Handmatig' },
  survey1_client_visible: { staff: 'Zichtbaar voor de klant' },
  gaikan_discount: { note: 'Korting', staff: 'Korting' },
  gaikan_discount_reason: { note: 'Reden van de korting', staff: 'Reden van de korting' },
} as const satisfies Record<string, FieldTexts> &
  Record<PriceInputName, FieldTexts & { note: string; staff: string }> &
  Record<PricedAnswerName, FieldTexts & { step: AnswerStep; priced: true }> &
  Record<Exclude<DealAnswerName, PricedAnswerName>, FieldTexts & { note: string; step: AnswerStep; priced?: never }>;

type Rows = typeof DEAL_TEXTS;
/** The fields with this column. */
export type FieldsWith<Column extends keyof FieldTexts> = {
  [Name in keyof Rows]: Rows[Name] extends Record<Column, unknown> ? Name : never;
}[keyof Rows];

/** The fields with this column, in order. */
export function fieldsWith<Column extends keyof FieldTexts>(column: Column): FieldsWith<Column>[] {
  return (Object.keys(DEAL_TEXTS) as (keyof Rows)[]).filter(
    (name): name is FieldsWith<Column> => column in DEAL_TEXTS[name],
  );
}
