import { signatureOf } from '../agreement/deal-state.ts';
import type { Clock } from '../crm/clock.ts';
import { presentDeal } from '../deal/present-deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { quoteFaults } from '../quote/check-quote.ts';
import type { FoundDeal } from '../quote/found-deal.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Deal } from '../view-models/deal.ts';
import { guaranteesOf, type House, orderPdf, type QuotePdf, type Signature } from './quote-pdf.ts';

export interface QuotePdfContext {
  clock: Clock;
  portal: PortalFile;
}

/**
 * A deal's quote for the PDF: one that can be approved, or one that was signed, as it was signed.
 *
 * @throws ProblemError `conflict` or `quote_incomplete` for any other
 */
export function readQuotePdf({ portal, clock }: QuotePdfContext, found: FoundDeal): QuotePdf {
  const deal = presentDeal(found, portal);
  const { brand, seller, terms } = portal;
  const pdf: QuotePdf = {
    quote: deal,
    shown: deal.quote,
    signature: null,
    terms,
    guarantees: guaranteesOf(portal),
    house: houseOf(deal),
    loan: deal.financing && portal.financingTerms ? { ...portal.financingTerms, example: deal.financingExample } : null,
    brand,
    seller,
    readAt: clock.now(),
  };
  // Who declined may still want to read what it was, and agree after all.
  if (deal.quoteArea === 'approve' || (deal.quoteArea === 'declined' && !isFaulty(deal))) return pdf;
  if (deal.quoteArea === 'declined') throw new ProblemError('quote_incomplete', { detail: API_TEXTS.pdf.incomplete });
  if (deal.quoteArea === 'none') throw new ProblemError('conflict', { detail: API_TEXTS.pdf.noQuote });
  if (deal.quoteArea === 'closed') throw new ProblemError('conflict', { detail: API_TEXTS.pdf.notReleased });
  if (deal.quoteArea === 'incomplete') throw new ProblemError('quote_incomplete', { detail: API_TEXTS.pdf.incomplete });

  const signature = signatureOf(found, portal);
  if (signature?.evidence) {
    const { evidence } = signature;
    const { withdrawnAt, withdrawalIn, signing } = deal;
    return orderPdf(portal, evidence, { withdrawnAt, withdrawalIn, changedSince: signing?.changedSince === true });
  }
  if (signature?.state === 'foreign') throw new ProblemError('conflict', { detail: API_TEXTS.pdf.notOurs });
  if (signature?.state === 'unknownKey') throw new ProblemError('conflict', { detail: API_TEXTS.pdf.notCheckable });
  // Nothing proves what was signed: then at least the sums have to be right.
  if (isFaulty(deal)) throw new ProblemError('quote_incomplete', { detail: API_TEXTS.pdf.incomplete });
  return {
    ...pdf,
    house: null,
    loan: null,
    terms: { version: null, paragraphs: null },
    signature: bareSignature(deal),
  };
}

/** Of a signature without evidence: a name or a drawing, and what became of it. */
function bareSignature({ gaikan_signature_plain, survey1_signature, withdrawnAt, withdrawalIn }: Deal): Signature {
  return {
    typedName: gaikan_signature_plain,
    drawn: survey1_signature,
    at: null,
    payment: null,
    changedSince: false,
    withdrawnAt,
    withdrawalIn,
    remadeAt: null,
    evidence: null,
  };
}

function houseOf({ survey1_battery_box_distance_m, survey_1_has_solar_panels, ...deal }: Deal): House | null {
  const metres = Number(survey1_battery_box_distance_m);
  const panels = Number(deal.survey1_number_of_panels);
  if (!(metres >= 1)) return null;
  return {
    metres,
    panels: survey_1_has_solar_panels === true && panels >= 1 ? panels : null,
    modules: deal.survey1_calc?.module?.num_modules ?? null,
  };
}

function isFaulty({ survey1_calc: calc, products, gaikan_deal_version: version, gaikan_discount }: Deal): boolean {
  if (!calc) return true;
  const shown = { ...calc, quote: { ...calc.quote, products } };
  return quoteFaults(shown, { version, discountEuros: gaikan_discount }).length > 0;
}
