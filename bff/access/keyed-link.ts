import { randomBytes } from 'node:crypto';
import type { KeyedMarks } from './keyed-marks.ts';
import type { SurveyHash } from './survey-hash.ts';

/** 144 bits, 24 URL-safe characters (decision B1 asks for 128). */
const RANDOM_BYTES = 18;
/** 96 bits, 16 characters: too many to guess. */
const CHECK_BYTES = 12;
const FORM = /^k-([\w-]{2})([\w-]{24})([\w-]{16})$/;

/**
 * A survey hash that proves without a CRM call that we made it: `k-`, the secret's name, 144 random bits, and their
 * HMAC. Links of another form, older ones or from another system, still work: they only have to be looked up.
 */
export function newKeyedLink(marks: KeyedMarks): string {
  const [secretId = ''] = marks.secretIds;
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  return `k-${secretId}${random}${marks.sign('link', secretId + random, CHECK_BYTES)}`;
}

/** A link as a contact holds it. */
export interface ContactLink {
  survey1_hash: string;
  survey1_url: string;
}

/** A new link for a contact, as its two fields. */
export function newContactLink(marks: KeyedMarks, publicUrl: string): ContactLink {
  const hash = newKeyedLink(marks);
  return { survey1_hash: hash, survey1_url: addressOf(hash, publicUrl) };
}

/** Where a link opens. */
export function addressOf(hash: string, publicUrl: string): string {
  return `${publicUrl}/?survey_hash=${hash}`;
}

/**
 * `ours`: made with one of our secrets. `forged`: claims to be, and is not. `unproven`: of another form, or made with a
 * secret that was removed since, so that removing one breaks no link.
 */
export function provenanceOf(hash: SurveyHash, marks: KeyedMarks): 'ours' | 'forged' | 'unproven' {
  const [, secretId, random, check] = FORM.exec(hash) ?? [];
  if (!secretId || !random || !check || !marks.secretIds.includes(secretId)) return 'unproven';
  return marks.verify('link', secretId + random, check, CHECK_BYTES) ? 'ours' : 'forged';
}
