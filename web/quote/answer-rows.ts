import type { DealAnswerName } from '../../bff/view-models/answers.ts';
import { moduleChoice } from '../../bff/view-models/choices.ts';
import type { Contact } from '../../bff/view-models/contact.ts';
import type { Deal } from '../../bff/view-models/deal.ts';
import type { AnswerStep } from '../../bff/view-models/survey-step-texts.ts';
import { PANELS_AGE_LABELS, REVIEW } from '../texts/survey.ts';
import { BATTERY, BATTERY_LABELS, chosenModules, moduleTexts } from '../texts/survey-steps.ts';

/** The steps of a contact's survey that ask for answers. */
export type AnswerPage = 'solar_panels' | 'battery' | 'survey1_battery_box_distance_m';

/** An answer for display: the lines under a step's name. No lines means unanswered. */
export interface ReviewRow<Step> {
  step: Step;
  lines: string[];
}

type SolarAnswers = Pick<Contact, 'survey_1_has_solar_panels' | 'survey1_number_of_panels' | 'survey1_panels_age'>;

type SurveyAnswers = SolarAnswers & Pick<Contact, 'survey1_preferred_battery_size' | 'survey1_battery_box_distance_m'>;

/** The contact's saved answers in step order; without photos, which would need a CRM call. */
export function surveyRows(contact: SurveyAnswers): ReviewRow<AnswerPage>[] {
  const size = contact.survey1_preferred_battery_size;
  return rowsOf<AnswerPage>({
    solar_panels: solarLines(contact),
    battery: size ? batteryLines(size) : [],
    survey1_battery_box_distance_m: distanceLines(contact),
  });
}

/** The answers that belong to one deal. */
export function dealSurveyRows(
  deal: Pick<Deal, DealAnswerName | 'gaikan_deal_version' | 'survey1_preferred_battery_size'>,
): ReviewRow<AnswerStep>[] {
  const modules = deal.gaikan_saltion_battery_modules;
  const olderSize = deal.gaikan_deal_version === null ? deal.survey1_preferred_battery_size : null;
  return rowsOf<AnswerStep>({
    solar: solarLines(deal),
    modules: olderSize ? [olderSizeText(olderSize)] : modules ? modulesLines(modules) : [],
    distance: distanceLines(deal),
  });
}

/** One row per step; the type requires lines for each step. */
function rowsOf<Step extends string>(lines: Record<Step, string[]>): ReviewRow<Step>[] {
  return (Object.keys(lines) as Step[]).map((step) => ({ step, lines: lines[step] }));
}

/** The stored value says kW; the second line gives the storage in kWh. */
function batteryLines(size: string) {
  const label = BATTERY_LABELS.find(({ value }) => value === size)?.label ?? size;
  return label.endsWith('kW') ? [label, BATTERY.storage(label)] : [label];
}

/** An older deal stores either a number of kWh or one of the named sizes. */
function olderSizeText(size: string) {
  return Number(size) > 0 ? `${size} kWh` : (BATTERY_LABELS.find(({ value }) => value === size)?.label ?? size);
}

function modulesLines(modules: string) {
  const choice = moduleChoice(modules);
  return choice ? [chosenModules(choice), moduleTexts(choice).storage] : [modules];
}

function distanceLines({ survey1_battery_box_distance_m: distance }: Pick<Contact, 'survey1_battery_box_distance_m'>) {
  return distance ? [REVIEW.metres(distance)] : [];
}

function solarLines(answers: SolarAnswers): string[] {
  const { survey_1_has_solar_panels: has, survey1_number_of_panels: count, survey1_panels_age: age } = answers;
  if (has === null) return [];
  if (!has) return [REVIEW.noPanels];
  const labels: Record<string, string> = PANELS_AGE_LABELS;
  return [REVIEW.hasPanels(count ?? '', labels[age ?? ''] ?? age ?? '')];
}
