import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { QuoteArea } from '../view-models/quote.ts';

export interface QuoteState {
  hasCalc: boolean;
  signature: string | null;
  signaturePlain: string | null;
  withdrawnAt: string | null;
  declinedAt: string | null;
  hasFaults: boolean;
  clientVisible: boolean;
}

/** By the signature, not the stage: a drawn one of more than 10 characters, or a typed name of more than 1 (§4, §9). */
export function isSigned(state: Pick<QuoteState, 'signature' | 'signaturePlain'>): boolean {
  return (state.signature?.trim().length ?? 0) > 10 || (state.signaturePlain?.trim().length ?? 0) > 1;
}

/**
 * §4 "Quote area": the first rule that matches holds (decision F7); E8 closes an incomplete quote. What became of the quote
 * goes before what can be done with it: withdrawn, signed, declined (decision I3).
 */
export function quoteAreaOf(state: QuoteState): QuoteArea {
  if (isSigned(state) && state.withdrawnAt !== null) return 'withdrawn';
  if (!state.hasCalc) return 'none';
  if (isSigned(state)) return 'signed';
  if (state.declinedAt !== null) return 'declined';
  if (state.hasFaults) return 'incomplete';
  return state.clientVisible ? 'approve' : 'closed';
}

/** The part of the state that is stored in the deal's own fields. */
export function stateOf(deal: Deal): Omit<QuoteState, 'hasCalc' | 'hasFaults'> {
  return {
    signature: deal.survey1_signature,
    signaturePlain: deal.gaikan_signature_plain,
    withdrawnAt: deal.portal_withdrawn_at,
    declinedAt: deal.portal_declined_at,
    clientVisible: deal.survey1_client_visible === true,
  };
}
