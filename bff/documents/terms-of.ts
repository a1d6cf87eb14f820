import type { SignatureEvidence } from '../agreement/evidence.ts';
import { termsDigest } from '../quote/quote-fingerprint.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Guarantees, QuotePdf } from './quote-pdf.ts';

/** The terms as they were signed: in the evidence, or the very text as long as the portal file keeps it. */
export function termsOf({ terms, earlierTerms = [] }: PortalFile, signed: SignatureEvidence): QuotePdf['terms'] {
  const { termsVersion: version, termsDigest: digest } = signed;
  const kept = [terms, ...earlierTerms].find((each) => each.version === version && termsDigest(each) === digest);
  return { version, paragraphs: signed.terms ?? kept?.paragraphs ?? null };
}

export function guaranteesOf({ legalGuarantee, guaranteeNotice, guaranteeLabel }: PortalFile): Guarantees {
  return { legalGuarantee, guaranteeNotice, guaranteeLabel };
}
