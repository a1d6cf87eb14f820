import type { Deal } from './deal.ts';
import type { BareCalc } from './quote.ts';

// Facts about the battery and the house of an offer, the same for page, PDF and mails.

/** As the CRM, the page or the evidence of an order holds it. */
export interface Offer {
  survey1_no_calc: boolean | null;
  survey1_calc: BareCalc | null;
}

/** The modules of an offer; null for a manual one, and for a battery of the older format. */
export function modulesOf({ survey1_no_calc, survey1_calc }: Offer): number | null {
  return survey1_no_calc === true ? null : (survey1_calc?.module?.num_modules ?? null);
}

export type Installed = Pick<Offer, 'survey1_calc'> &
  Pick<Deal, 'gaikan_deal_version'> & { gaikan_self_installation?: string | null };

/**
 * Whether the customer arranges the installation, and not the seller; never in the older format. The inspection or
 * installation row of the quote decides. If the quote has neither, the field of the deal decides.
 */
export function isOwnInstallation({ survey1_calc: calc, gaikan_deal_version, gaikan_self_installation }: Installed) {
  if (gaikan_deal_version !== '2') return false;
  const has = (row: string) => calc?.output?.products.some(({ type }) => type === row) === true;
  return has('inspection') || (!has('installation') && gaikan_self_installation === '1');
}

type Placed = Offer & Pick<Deal, 'survey1_calc' | 'survey1_battery_box_distance_m'>;

/**
 * The distance that an offer was calculated with, because a later answer belongs to another offer (decision J1). An
 * offer without a distance of its own has the deal's, unless it keeps calculated rows as a manual quote: nothing compares
 * their cable with the deal. 0 if the distance is unknown, or not in whole metres.
 */
export function metresOf({ survey1_calc: calc, survey1_no_calc, survey1_battery_box_distance_m: now }: Placed): number {
  const isUnknown = survey1_no_calc === true && calc?.output?.products.some(({ type }) => type === 'cable');
  const metres = calc?.inputs?.survey1_battery_box_distance_m ?? (isUnknown ? null : now);
  return /^\d+$/.test(String(metres)) ? Number(metres) : 0;
}

type SolarAnswers = Pick<Deal, 'survey_1_has_solar_panels' | 'survey1_number_of_panels'>;

/** Number of panels on the roof; 0 if there are none, or not answered. */
export function panelsOf({ survey_1_has_solar_panels: has, survey1_number_of_panels: count }: SolarAnswers): number {
  return has === true ? Math.max(0, Number(count) || 0) : 0;
}
