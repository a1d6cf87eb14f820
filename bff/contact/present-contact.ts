import { readDealState } from '../agreement/deal-state.ts';
import { calculateQuote, STANDARD, totals } from '../quote/calculate-quote.ts';
import { type FoundDeal, shownFields } from '../quote/found-deal.ts';
import { offerOf } from '../quote/present-quote.ts';
import { isPriced, type PriceList, toCents } from '../quote/price-list.ts';
import { adviserOf, type PortalFile } from '../site/portal-file.ts';
import { MOST_MODULES } from '../view-models/choices.ts';
import { type Contact, type DealSummary, ownData } from '../view-models/contact.ts';
import type { FoundContact } from './read-contact.ts';

interface PresentedWith {
  portal: PortalFile;
  prices: { known: PriceList | undefined };
  /** A colleague's name, if it is known without a CRM call. */
  nameOf(ownerId: string): string | undefined;
}

/** A contact as the customer sees it: the fields of the view model, without hash and link (decision B1). */
export function presentContact({ customer, deals }: FoundContact, { portal, prices, nameOf }: PresentedWith): Contact {
  return {
    prices: surveyPrices(prices.known, portal.includedMetres),
    ...shownFields(ownData, customer),
    deals: deals.map((found) => ({
      ...presentSummary(found, portal),
      adviser: adviserOf(found.deal, { portal, nameOf }),
    })),
  };
}

function presentSummary(found: FoundDeal, portal: PortalFile): Omit<DealSummary, 'adviser'> {
  const { deal } = found;
  const { calc, status, isLost, signature } = readDealState(found, portal);
  const { survey1_no_calc } = deal;
  return {
    id: deal.id,
    Deal_Name: deal.Deal_Name,
    gaikan_offer_product_type: deal.gaikan_offer_product_type,
    gaikan_deal_version: deal.gaikan_deal_version,
    survey1_calc_complete: deal.survey1_calc_complete === true,
    status,
    isLost,
    offer: offerOf(signature?.evidence?.shown ?? { survey1_calc: calc, survey1_no_calc }, status),
  };
}

/** The prices of the survey's answers, in euros incl. btw, from the cached price list. */
function surveyPrices(prices: PriceList | undefined, includedMetres: number): Contact['prices'] {
  if (!prices) return undefined;
  const cable = prices.find((product) => isPriced(product, 'cable'));
  const installed = { ...STANDARD, distanceMetres: includedMetres };
  return {
    metre: totals(toCents(cable?.Unit_Price ?? null)).finalInclVat,
    modules: Array.from({ length: MOST_MODULES }, (_, at) => {
      return calculateQuote({ ...installed, modules: at + 1 }, prices, includedMetres).priceCalc.finalInclVat;
    }),
  };
}
