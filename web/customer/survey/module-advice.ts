import type { ModuleChoice } from '../../../bff/view-models/answers.ts';
import { moduleChoice } from '../../../bff/view-models/choices.ts';
import type { Deal } from '../../../bff/view-models/deal.ts';
import type { Site } from '../../../bff/view-models/site.ts';
import { MODULES } from '../../texts/survey-steps.ts';

export type SolarAnswers = Pick<Deal, 'survey_1_has_solar_panels' | 'survey1_number_of_panels'>;

export interface ModuleAdvice {
  choice: ModuleChoice;
  /** What we advise and why. */
  text: string;
}

/** Advice from the panels just given; none without panels, or where the seller has no rule for so many. */
export function adviceFor(rules: Site['moduleAdvice'], answers: SolarAnswers): ModuleAdvice | undefined {
  const panels = Number(answers.survey1_number_of_panels);
  if (!rules || !answers.survey_1_has_solar_panels || !(panels > 0)) return undefined;
  const rule = rules.rules.find((each) => panels <= each.panels);
  const choice = rule && moduleChoice(String(rule.modules));
  return choice && { choice, text: `${MODULES.advice(panels, choice)} ${rules.reason}` };
}
