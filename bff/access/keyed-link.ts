import { randomBytes } from 'node:crypto';
import type { KeyedMarks } from './keyed-marks.ts';
import type { SurveyHash } from './survey-hash.ts';

/** 144 bits, 24 URL-safe characters (decision B1 asks for 128). */
const RANDOM_BYTES = 18;
/** 96 bits, 16 characters: nobody makes up a link that passes. */
const CHECK_BYTES = 12;
const FORM = /^k-([\w-]{2})([\w-]{24})([\w-]{16})$/;

/** How many characters a link of ours has. */
export const KEYED_LINK_LENGTH = 44;

/**
 * A survey hash that proves without the CRM that we made it: `k-`, which secret made it, 144 random bits, and their HMAC.
 * Links of another form, older ones or another system's, go on working: they only have to be looked up.
 */
export function newKeyedLink(marks: KeyedMarks): string {
  const [secretId = ''] = marks.secretIds;
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return `k-${secretId}${random}${marks.sign('link', secretId + random, CHECK_BYTES)}`;
}

/**
 * `ours`: made with one of our secrets. `forged`: says so, and was not. `unproven`: of another form, or made with a secret
 * that was dropped since, so that dropping one breaks nobody's link.
 */
export function provenanceOf(hash: SurveyHash, marks: KeyedMarks): 'ours' | 'forged' | 'unproven' {
  const [, secretId, random, check] = FORM.exec(hash) ?? [];
  if (!secretId || !random || !check || !marks.secretIds.includes(secretId)) return 'unproven';
  return marks.verify('link', secretId + random, check, CHECK_BYTES) ? 'ours' : 'forged';
}
