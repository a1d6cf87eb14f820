import { kenmerkOf, quoteFingerprint, type ShownQuote, termsDigest } from '../quote/quote-fingerprint.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { Guarantees, QuotePdf } from './quote-pdf.ts';

/** The terms of a version, with their text as long as the portal file keeps it: the very text, where its digest is known. */
export function termsOf({ terms, earlierTerms = [] }: PortalFile, version: string, digest?: string): QuotePdf['terms'] {
  const held = [terms, ...earlierTerms].filter((each) => each.version === version);
  const same = held.find((each) => digest === undefined || termsDigest(each) === digest);
  return { version, paragraphs: same?.paragraphs ?? null };
}

/**
 * Under which terms, today's or earlier ones, a quote has this kenmerk: their version is part of its fingerprint. Null where
 * it is another quote, or its terms are no longer in the portal file.
 */
export function termsBehind(
  { terms, earlierTerms = [] }: PortalFile,
  quote: ShownQuote,
  contactId: string,
  kenmerk: string,
): { termsVersion: string; fingerprint: string } | null {
  const candidates = [terms, ...earlierTerms].map(({ version }) => ({
    termsVersion: version,
    fingerprint: quoteFingerprint(quote, contactId, version),
  }));
  return candidates.find(({ fingerprint }) => kenmerkOf(fingerprint) === kenmerk) ?? null;
}

export function guaranteesOf({ legalGuarantee, guaranteeNotice, guaranteeLabel }: PortalFile): Guarantees {
  return { legalGuarantee, guaranteeNotice, guaranteeLabel };
}
