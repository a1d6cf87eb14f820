import { fingerprintOf } from '../quote/fingerprint.ts';
import type { Deal } from '../view-models/deal.ts';

/** All of a deal that its quote shows, and that a signature is therefore bound to. */
export type ShownQuote = Pick<
  Deal,
  | 'id'
  | 'gaikan_deal_version'
  | 'survey1_calc'
  | 'products'
  | 'gaikan_self_installation'
  | 'survey1_no_calc'
  | 'gaikan_discount'
  | 'gaikan_discount_reason'
  | 'survey1_pending_subsidy'
  | 'customer'
  | 'financing'
>;

/** SHA-256 over the canonical JSON of all that a quote shows (decision F1). */
export function quoteFingerprint(shown: ShownQuote, contactId: string, termsVersion: string): string {
  const calc = shown.survey1_calc;
  const { Full_Name, Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country } = shown.customer;
  return fingerprintOf({
    schema: 1,
    dealId: shown.id,
    contactId,
    version: shown.gaikan_deal_version,
    rows: calc?.output.products ?? null,
    products: calc ? shown.products : null,
    totals: calc?.priceCalc ?? null,
    // "Uw keuze:" above the rows.
    module: calc?.module ?? null,
    battery: calc?.quote.battery ?? null,
    inverter: calc?.quote.inverter ?? null,
    selfInstallation: shown.gaikan_self_installation === '1',
    manual: shown.survey1_no_calc,
    discount: shown.gaikan_discount,
    discountReason: shown.gaikan_discount_reason,
    subsidyPending: shown.survey1_pending_subsidy,
    customer: { Full_Name, Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country },
    termsVersion,
    ...(shown.financing !== null && { monthlyEuros: shown.financing.monthlyEuros }),
  });
}
