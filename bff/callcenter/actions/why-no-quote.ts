import type { Deal } from '../../../crm-contract/shapes/deal.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import { readDistance, readModules } from '../../quote/quote-inputs.ts';

/** Why this deal gives no quote: the first input that cannot be read, else the first that is missing. */
export function whyNoQuote(deal: Deal): string {
  const { gaikan_saltion_battery_modules: modules, survey1_battery_box_distance_m: distance } = deal;
  const size = deal.survey1_preferred_battery_size;
  if (deal.gaikan_deal_version === null && size !== null) {
    return API_TEXTS.edit.sizeNotANumber(size);
  }
  if (deal.gaikan_deal_version === '2' && modules !== null && readModules(modules) === null) {
    return API_TEXTS.edit.modulesNotANumber(modules);
  }
  if (deal.gaikan_deal_version === '2' && distance !== null && readDistance(distance) === null) {
    return API_TEXTS.edit.distanceNotANumber(distance);
  }
  return API_TEXTS.edit.inputsMissing;
}
