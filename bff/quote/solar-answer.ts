import type { Deal } from '../../crm-contract/shapes/deal.ts';

type Fields = Pick<
  Deal,
  | 'survey_1_has_solar_panels'
  | 'survey1_number_of_panels'
  | 'survey1_panels_age'
  | 'gaikan_saltion_battery_modules'
  | 'survey1_battery_box_distance_m'
  | 'survey1_calc_complete'
  | 'survey1_no_calc'
  | 'survey1_client_visible'
>;

/**
 * The answer to "Heeft u zonnepanelen?"; null when unanswered. An untouched checkbox reads null in one organisation and
 * false in another. Where the deal's other checkboxes are never null, a "no" with no other answer counts as unanswered.
 */
export function solarAnswer(deal: Fields): boolean | null {
  if (deal.survey_1_has_solar_panels !== false) return deal.survey_1_has_solar_panels;
  const untouchedReadsFalse =
    deal.survey1_calc_complete !== null && deal.survey1_no_calc !== null && deal.survey1_client_visible !== null;
  const answeredMore =
    deal.survey1_number_of_panels ??
    deal.survey1_panels_age ??
    deal.gaikan_saltion_battery_modules ??
    deal.survey1_battery_box_distance_m;
  return untouchedReadsFalse && answeredMore === null ? null : false;
}
