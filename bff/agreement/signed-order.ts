import { presentQuote } from '../quote/present-quote.ts';
import { termsDigest } from '../quote/quote-fingerprint.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { SignatureEvidence } from './evidence.ts';

/** A signed order for page, print, PDF and mail, from its evidence alone (decision J7). */
export interface SignedOrder {
  quote: ReturnType<typeof presentQuote>;
  /** With or without financing, in words; null if there was no choice. */
  payment: string | null;
  /** The texts shown with the chosen financing; null if none was chosen. */
  loan: SignatureEvidence['loan'];
  /** When to pay which part; empty where none were shown. */
  payments: NonNullable<SignatureEvidence['payments']>;
  /** The terms as signed; null if their text did not fit the evidence and is no longer in the portal file. */
  terms: { version: string; paragraphs: PortalFile['terms']['paragraphs'] | null };
}

export function signedOrder(
  { terms, earlierTerms = [] }: Pick<PortalFile, 'terms' | 'earlierTerms'>,
  evidence: SignatureEvidence,
): SignedOrder {
  const { shown, notices, payment, loan, payments = [], termsVersion: version, termsDigest: digest } = evidence;
  const kept = [terms, ...earlierTerms].find((each) => each.version === version && termsDigest(each) === digest);
  return {
    quote: { ...presentQuote(shown), notices },
    payment,
    loan,
    payments,
    terms: { version, paragraphs: evidence.terms ?? kept?.paragraphs ?? null },
  };
}
