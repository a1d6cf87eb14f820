import type { QuoteArea } from '../view-models/quote.ts';

export interface QuoteState {
  hasCalc: boolean;
  signature: string | null;
  signaturePlain: string | null;
  hasFaults: boolean;
  clientVisible: boolean;
}

/** Signed means a drawn signature of more than 10 characters or a typed name of more than 1 (§4, §9). */
export function isSigned(state: Pick<QuoteState, 'signature' | 'signaturePlain'>): boolean {
  return (state.signature?.trim().length ?? 0) > 10 || (state.signaturePlain?.trim().length ?? 0) > 1;
}

/** §4 "Quote area": the first rule that matches holds (decision F7); E8 closes an incomplete quote. */
export function quoteAreaOf(state: QuoteState): QuoteArea {
  if (!state.hasCalc) return 'none';
  if (isSigned(state)) return 'signed';
  if (state.hasFaults) return 'incomplete';
  return state.clientVisible ? 'approve' : 'closed';
}
