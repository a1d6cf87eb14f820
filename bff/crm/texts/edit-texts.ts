import type { DEAL_FIELDS, Deal, DealPatch } from '../../../crm-contract/shapes/deal.ts';
import type { NamesOf } from '../../../crm-contract/shapes/fields.ts';
import type { DealAnswers } from '../../view-models/answers.ts';
import type { ContactDetail } from '../../view-models/callcenter-action.ts';
import { NOTE_LABELS } from '../../view-models/field-texts.ts';
import { ANSWER_NAMES } from '../../view-models/survey-step-texts.ts';
import { euros } from './moments-and-euros.ts';

/** Every field that a customer may write has a label: contract and view models must have the same fields. */
const LABELS = { ...NOTE_LABELS, Amount: 'Totaal incl. btw' } satisfies Record<
  NamesOf<typeof DEAL_FIELDS, { by: 'customer' }> | 'Amount',
  string
>;
/** Labels of the survey questions on /pages. */
const SURVEY_LABELS = {
  survey_1_has_solar_panels: LABELS.survey_1_has_solar_panels,
  survey1_number_of_panels: LABELS.survey1_number_of_panels,
  survey1_panels_age: LABELS.survey1_panels_age,
  survey1_preferred_battery_size: LABELS.survey1_preferred_battery_size,
  survey1_battery_box_distance_m: LABELS.survey1_battery_box_distance_m,
};
export type SurveyAnswers = Record<keyof typeof SURVEY_LABELS, string | boolean | null>;
const IN_EUROS = new Set<string>(['gaikan_discount', 'Amount']);

/** One line per field that staff changed: "Modules: 6 → 8". */
export function changeLines(before: Deal, patch: DealPatch): string[] {
  return labelled((field) =>
    field in patch ? `${spoken(field, before[field])} → ${spoken(field, patch[field])}` : null,
  );
}

/** Ends the line of a value that an earlier attempt had already written. */
const STOOD = ' (stond er al)';

/**
 * One line per field of an edit that an earlier attempt made: "Modules: 8 (stond er al)". The former values are not
 * known.
 */
export function presentLines(deal: Deal, fields: DealPatch): string[] {
  return labelled((field) => (field in fields || field === 'Amount' ? `${spoken(field, deal[field])}${STOOD}` : null));
}

export function ownerChange(before: string | null, now: string): string {
  return `Eigenaar: ${before ?? 'niemand'} → ${now}`;
}

export function presentOwner(now: string): string {
  return `Eigenaar: ${now}${STOOD}`;
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
  return labelledDetails(patch, (field) => `${spoken(field, before[field])} → ${spoken(field, patch[field])}`);
}

/** One line per detail of a correction that an earlier attempt made. The former values are not known. */
export function presentDetails(details: Partial<Record<ContactDetail, string | null>>): string[] {
  return labelledDetails(details, (field) => `${spoken(field, details[field] || null)}${STOOD}`);
}

function labelledDetails(present: object, textOf: (field: ContactDetail) => string): string[] {
  return (Object.keys(DETAIL_LABELS) as ContactDetail[])
    .filter((field) => field in present)
    .map((field) => `${DETAIL_LABELS[field]}: ${textOf(field)}`);
}

/** Whether the note of a correction says that the e-mail address changed. */
export function changesEmail(note: string | null): boolean {
  return (note ?? '')
    .split('\n')
    .some((line) => line.startsWith(`${DETAIL_LABELS.Email}: `) && (line.includes(' → ') || line.endsWith(STOOD)));
}

/** One line per answer of a contact's survey: "Afstand tot de meterkast (m): 4". */
export function surveyLines(answers: SurveyAnswers): string[] {
  return (Object.keys(SURVEY_LABELS) as (keyof SurveyAnswers)[])
    .filter((field) => answers[field] !== null)
    .map((field) => `${SURVEY_LABELS[field]}: ${spoken(field, answers[field])}`);
}

/** The changes a customer asks for: "Modules: 6 → 8" (decision J2). */
export function wishLines(deal: Deal, wished: DealAnswers): string[] {
  const fields = ANSWER_NAMES.filter((field) => field in wished);
  return fields.map((field) => `${LABELS[field]}: ${spoken(field, deal[field])} → ${spoken(field, wished[field])}`);
}

/** The new value in a line of a change request; null for any other line. */
export function wishIn(line: string): { field: keyof DealAnswers; value: string } | null {
  const field = ANSWER_NAMES.find((each) => line.startsWith(`${LABELS[each]}: `));
  const value = line.split(' → ')[1];
  return field && value !== undefined ? { field, value } : null;
}

function labelled(textOf: (field: keyof typeof LABELS) => string | null): string[] {
  return (Object.keys(LABELS) as (keyof typeof LABELS)[]).flatMap((field) => {
    const text = textOf(field);
    return text === null ? [] : [`${LABELS[field]}: ${text}`];
  });
}

function spoken(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'leeg';
  if (typeof value === 'boolean') return value ? 'ja' : 'nee';
  return IN_EUROS.has(field) && typeof value === 'number' ? euros(value) : String(value);
}
