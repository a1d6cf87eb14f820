import type { SignatureEvidence } from '../agreement/evidence.ts';
import { signedOrder } from '../agreement/signed-order.ts';
import { kenmerkOf } from '../quote/quote-fingerprint.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { guaranteesOf, type QuotePdf, type Signature } from './quote-pdf.ts';

/** What became of the order, or of its document, since. */
type Since = Partial<Pick<Signature, 'changedSince' | 'withdrawnAt' | 'withdrawalIn' | 'remadeAt'>>;

/** The signed order as its evidence has it, whatever the CRM holds by now: what goes on paper. */
export function orderPdf(portal: PortalFile, evidence: SignatureEvidence, since: Since): QuotePdf {
  const { brand, seller } = portal;
  const order = signedOrder(portal, evidence);
  const { fingerprint, shown, signedAt } = evidence;
  return {
    quote: { ...shown, fingerprint, kenmerk: kenmerkOf(fingerprint) },
    shown: order.quote,
    terms: order.terms,
    guarantees: guaranteesOf(portal),
    house: null,
    loan: order.loan,
    brand,
    seller,
    readAt: Date.parse(signedAt),
    signature: {
      typedName: evidence.name,
      drawn: null,
      at: signedAt,
      payment: order.payment,
      changedSince: false,
      withdrawnAt: null,
      withdrawalIn: null,
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
