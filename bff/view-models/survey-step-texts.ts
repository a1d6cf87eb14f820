import type { DealAnswerName, PricedAnswerName } from './answers.ts';

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
 * The last part of each step's URL. During the survey, the first step is at the deal's own URL. A customer who changes
 * that answer later uses the URL given here.
 */
export const STEP_PAGES: Record<DealStep, string> = {
  solar: '1',
  modules: '2',
  distance: '3',
  contact: '4',
  complete: 'complete',
};

/** The step that asks for each answer of a deal, and whether the answer affects the price. */
export const ANSWERS = {
  survey_1_has_solar_panels: { step: 'solar', isPriced: false },
  survey1_number_of_panels: { step: 'solar', isPriced: false },
  survey1_panels_age: { step: 'solar', isPriced: false },
  gaikan_saltion_battery_modules: { step: 'modules', isPriced: true },
  survey1_battery_box_distance_m: { step: 'distance', isPriced: true },
} as const satisfies Record<PricedAnswerName, { step: AnswerStep; isPriced: true }> &
  Record<Exclude<DealAnswerName, PricedAnswerName>, { step: AnswerStep; isPriced: false }>;

export const ANSWER_NAMES = Object.keys(ANSWERS) as DealAnswerName[];

interface SolarAnswers {
  survey_1_has_solar_panels: boolean | null;
  survey1_number_of_panels: string | null;
  survey1_panels_age: string | null;
}

/** Whether the solar question is answered, on a deal or a contact: with panels it has three answers. */
export function isSolarAnswered({
  survey_1_has_solar_panels: has,
  survey1_number_of_panels: count,
  survey1_panels_age: age,
}: SolarAnswers): boolean {
  return has === false || (has === true && Boolean(count && age));
}
