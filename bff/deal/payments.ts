import { isModuleQuote } from '../quote/present-quote.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { paymentParts } from '../view-models/choices.ts';
import type { Deal } from '../view-models/deal.ts';

/** When to pay which part of an offer, as the page shows it: an older quote states only its financing. */
export function paymentsOf({ payments = [] }: Pick<PortalFile, 'payments'>, deal: Deal) {
  const total = deal.quote.totals.finalInclVat;
  return isModuleQuote(deal) && total !== null ? paymentParts(payments, total) : [];
}
