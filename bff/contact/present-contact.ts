import { readDealState } from '../agreement/deal-state.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import { unreadableOfDeal } from '../quote/unreadable-fields.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Contact, DealSummary } from '../view-models/contact.ts';
import type { FoundContact } from './found-contact.ts';

type OfferTerms = Pick<PortalFile, 'includedMetres' | 'evidenceKeys'>;

/** A contact as the customer sees it, every field named; without hash and link (decision B1). */
export function presentContact({ customer, deals, drifts }: FoundContact, portal: OfferTerms): Contact {
  return {
    id: customer.id,
    Full_Name: customer.Full_Name,
    First_Name: customer.First_Name,
    Last_Name: customer.Last_Name,
    Phone: customer.Phone,
    Email: customer.Email,
    Mailing_Street: customer.Mailing_Street,
    Mailing_Zip: customer.Mailing_Zip,
    Mailing_City: customer.Mailing_City,
    Mailing_State: customer.Mailing_State,
    Mailing_Country: customer.Mailing_Country,
    survey_1_has_solar_panels: customer.survey_1_has_solar_panels,
    survey1_number_of_panels: customer.survey1_number_of_panels,
    survey1_panels_age: customer.survey1_panels_age,
    survey1_preferred_battery_size: customer.survey1_preferred_battery_size,
    survey1_battery_box_distance_m: customer.survey1_battery_box_distance_m,
    deals: deals.map((deal) =>
      presentSummary({ deal, contact: customer, unreadable: unreadableOfDeal(drifts, deal.id) }, portal),
    ),
  };
}

function presentSummary(found: FoundDeal, portal: OfferTerms): DealSummary {
  const { deal } = found;
  return {
    id: deal.id,
    Deal_Name: deal.Deal_Name,
    gaikan_offer_product_type: deal.gaikan_offer_product_type,
    gaikan_deal_version: deal.gaikan_deal_version,
    survey1_calc_complete: deal.survey1_calc_complete === true,
    status: readDealState(found, portal).status,
  };
}
