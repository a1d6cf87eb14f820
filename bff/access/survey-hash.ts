import { timingSafeEqual } from 'node:crypto';

/** A well-formed survey hash: URL-safe, at least 22 characters (128 bits). It may still be unknown. */
export type SurveyHash = string & { readonly brand: unique symbol };

const WELL_FORMED = /^[A-Za-z0-9_-]{22,128}$/;

/** The hash of a request, or null if it is absent, sent twice or malformed. */
export function readSurveyHash(offered: string | string[] | undefined): SurveyHash | null {
  return typeof offered === 'string' && WELL_FORMED.test(offered) ? (offered as SurveyHash) : null;
}

/** The CRM's `=` may ignore case, so the found record's hash is compared byte by byte. */
export function isSameHash(found: string | null, asked: SurveyHash): boolean {
  if (found === null) return false;
  const a = Buffer.from(found);
  const b = Buffer.from(asked);
  return a.length === b.length && timingSafeEqual(a, b);
}
