import type { Deal } from '../../../crm-contract/shapes/deal.ts';
import { readDistance, readModules } from '../../quote/quote-inputs.ts';

/** Why this deal gives no quote: the first input that cannot be read, else the first that is missing. */
export function whyNoQuote(deal: Deal): string {
  const { gaikan_saltion_battery_modules: modules, survey1_battery_box_distance_m: distance } = deal;
  const size = deal.survey1_preferred_battery_size;
  if (deal.gaikan_deal_version === null && size !== null) {
    return `Het formaat van de batterij is "${size}": dat is geen aantal kWh.`;
  }
  if (deal.gaikan_deal_version === '2' && modules !== null && readModules(modules) === null) {
    return `Het aantal modules is "${modules}": dat is geen aantal van 1 tot en met 15.`;
  }
  if (deal.gaikan_deal_version === '2' && distance !== null && readDistance(distance) === null) {
    return `De afstand tot de meterkast is "${distance}": dat is geen aantal meters.`;
  }
  return 'De batterij of de afstand tot de meterkast is nog niet bekend: er valt niets te berekenen.';
}
