import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Calc } from '../view-models/quote.ts';
import { calculateLegacyQuote } from './calculate-legacy-quote.ts';
import { calculateQuote } from './calculate-quote.ts';
import { quoteFaults } from './check-quote.ts';
import type { DealFields } from './found-deal.ts';
import type { PriceListReader } from './price-list.ts';
import { priceInputs, readInputs, readLegacyInputs } from './quote-inputs.ts';

export interface PricingContext {
  prices: PriceListReader;
  portal: PortalFile;
}

/** The quote for a deal's inputs, in the deal's own format; null if an input is missing. Reads only prices. */
export async function calculateFor(
  context: PricingContext,
  crmOptions: CrmCallOptions,
  deal: Deal,
  pricesMaxAgeMs: number,
): Promise<Calc | null> {
  const inputs = deal.gaikan_deal_version === '2' ? readInputs(deal) : null;
  const legacy = deal.gaikan_deal_version === null ? readLegacyInputs(deal) : null;
  if (!inputs && !legacy) return null;
  const prices = await context.prices.read(pricesMaxAgeMs, crmOptions);
  const calc = inputs
    ? calculateQuote(inputs, prices, context.portal.includedMetres)
    : legacy && calculateLegacyQuote(legacy, prices);
  return calc && { ...calc, inputs: priceInputs(deal) };
}

/** A quote as fields of the deal; `Amount` is the total incl. btw, the most visible figure (decision E6). */
export function quoteFields(deal: Deal, calc: Calc | null): DealFields {
  if (calc === null) {
    return deal.survey1_calc === null ? {} : { survey1_calc: null, survey1_calc_complete: false, Amount: null };
  }
  const format = { version: deal.gaikan_deal_version, discountEuros: deal.gaikan_discount };
  const complete = quoteFaults(calc, format).length === 0;
  return {
    // An earlier approval applied to another quote.
    ...(deal.survey1_approve_clicked === true && { survey1_approve_clicked: false }),
    survey1_calc: JSON.stringify(calc),
    survey1_calc_complete: complete,
    Amount: complete ? calc.priceCalc.finalInclVat : null,
  };
}
