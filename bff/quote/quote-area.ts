import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { QuoteArea } from '../view-models/quote.ts';

type SignatureFields = Pick<Deal, 'survey1_signature' | 'gaikan_signature_plain'>;
type AreaFields = SignatureFields & Pick<Deal, 'portal_withdrawn_at' | 'portal_declined_at' | 'survey1_client_visible'>;

/**
 * Decided by the signature, not the stage: a drawn one of more than 10 characters, or a typed name of more than 1 (§4,
 * §9). From then on the quote must not change (decision E10).
 */
export function isSigned({ survey1_signature: drawn, gaikan_signature_plain: typed }: SignatureFields): boolean {
  return (drawn?.trim().length ?? 0) > 10 || (typed?.trim().length ?? 0) > 1;
}

/**
 * §4 "Quote area": the first matching rule counts (decision F7); E8 blocks an incomplete quote. Final states go before
 * possible actions: withdrawn, signed, declined (decision I3).
 */
export function quoteAreaOf(
  deal: AreaFields,
  { hasCalc, hasFaults }: { hasCalc: boolean; hasFaults: boolean },
): QuoteArea {
  if (isSigned(deal) && deal.portal_withdrawn_at !== null) return 'withdrawn';
  if (!hasCalc) return 'none';
  if (isSigned(deal)) return 'signed';
  if (deal.portal_declined_at !== null) return 'declined';
  if (hasFaults) return 'incomplete';
  return deal.survey1_client_visible === true ? 'approve' : 'closed';
}
