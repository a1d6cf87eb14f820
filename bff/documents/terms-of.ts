import type { PortalFile } from '../site/portal-file.ts';
import type { QuotePdf } from './quote-pdf.ts';

/** The terms of a version, with their text as long as the portal file keeps it. */
export function termsOf({ terms, earlierTerms = [] }: PortalFile, version: string): QuotePdf['terms'] {
  const held = [terms, ...earlierTerms].find((each) => each.version === version);
  return { version, paragraphs: held?.paragraphs ?? null };
}
