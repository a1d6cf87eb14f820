import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { type DealAnswers, dealAnswers } from '../view-models/answers.ts';

type Fields = Pick<Deal, keyof DealAnswers | 'survey1_calc_complete' | 'survey1_no_calc' | 'survey1_client_visible'>;

const ANSWERS = dealAnswers.keyof().options;

/**
 * The answer to "Heeft u zonnepanelen?"; null when unanswered. An untouched checkbox reads null in one organisation and
 * false in another. Where the deal's other checkboxes are never null, a "no" with no other answer counts as unanswered.
 */
export function solarAnswer(deal: Fields): boolean | null {
  if (deal.survey_1_has_solar_panels !== false) return deal.survey_1_has_solar_panels;
  const untouchedReadsFalse =
    deal.survey1_calc_complete !== null && deal.survey1_no_calc !== null && deal.survey1_client_visible !== null;
  const answeredMore = ANSWERS.some((name) => name !== 'survey_1_has_solar_panels' && deal[name] !== null);
  return untouchedReadsFalse && !answeredMore ? null : false;
}
