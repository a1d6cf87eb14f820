import type { SignatureEvidence } from '../agreement/evidence.ts';
import { presentQuote } from '../quote/present-quote.ts';
import { kenmerkOf } from '../quote/quote-fingerprint.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { QuotePdf, Signature } from './quote-pdf.ts';
import { guaranteesOf, termsOf } from './terms-of.ts';

/** What became of the order, or of its document, since. */
type Since = Partial<Pick<Signature, 'changedSince' | 'withdrawnAt' | 'remadeAt'>>;

/** The signed order as its evidence has it, whatever the CRM holds by now: what goes on paper. */
export function orderPdf(portal: PortalFile, evidence: SignatureEvidence, since: Since): QuotePdf {
  const { brand, seller } = portal;
  const { fingerprint, shown, signedAt } = evidence;
  return {
    quote: { ...shown, fingerprint, kenmerk: kenmerkOf(fingerprint) },
    shown: { ...presentQuote(shown), notices: evidence.notices },
    terms: termsOf(portal, evidence),
    guarantees: guaranteesOf(portal),
    financingTerms: portal.financingTerms ?? null,
    brand,
    seller,
    readAt: Date.parse(signedAt),
    signature: {
      typedName: evidence.name,
      drawn: null,
      at: signedAt,
      payment: evidence.payment,
      changedSince: false,
      withdrawnAt: null,
      remadeAt: null,
      ...since,
      evidence: {
        button: evidence.button,
        ip: evidence.ip,
        userAgent: evidence.userAgent,
        ref: evidence.ref,
        confirmedByCustomer: evidence.confirmedByCustomer,
        cut: evidence.cut,
      },
    },
  };
}
