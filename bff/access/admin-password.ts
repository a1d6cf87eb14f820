import { hash, timingSafeEqual } from 'node:crypto';
import { commonPasswords } from './common-passwords.ts';

/** The password of every fresh sandbox; refused anywhere else. */
const SANDBOX_PASSWORD = 'zon-en-zout-2026';

const OBVIOUS = ['', SANDBOX_PASSWORD, '{key}'];

const DIGEST = /^[0-9a-f]{64}$/;
/** Placeholders that people forget to replace with a digest. */
const PLACEHOLDER = '0'.repeat(64);

/** SHA-256 in hex, as the browser sends a password (§5). */
function digestOf(password: string): string {
  return hash('sha256', password);
}

/**
 * The digests of `ADMIN_PASSWORD_SHA256`: one or more, comma separated, for rotation (decision B5). Adds a sentence to
 * `faults` for each that is malformed or a placeholder; outside the sandbox also when there is none, and for a password
 * that is easy to guess.
 */
export function readAdminDigests(
  value: string,
  sandbox: boolean,
  names: readonly string[],
  faults: string[],
): string[] {
  const digests = value.split(',').flatMap((part) => part.trim().toLowerCase() || []);
  if (!digests.every((digest) => DIGEST.test(digest))) {
    faults.push('ADMIN_PASSWORD_SHA256 takes SHA-256 digests: 64 hexadecimal digits each, separated by commas.');
  }
  if (digests.includes(PLACEHOLDER)) {
    faults.push('ADMIN_PASSWORD_SHA256 is all zeros: that stands for a digest, and no password has it.');
  }
  if (sandbox) return digests;
  if (digests.length === 0) faults.push('ADMIN_PASSWORD_SHA256 is missing.');
  if (isGuessable(digests, names)) {
    faults.push('ADMIN_PASSWORD_SHA256 holds a password that anybody would try: choose another.');
  }
  return digests;
}

function isGuessable(digests: readonly string[], names: readonly string[]): boolean {
  for (const password of OBVIOUS) if (digests.includes(digestOf(password))) return true;
  for (const password of commonPasswords(names)) if (digests.includes(digestOf(password))) return true;
  return false;
}

/**
 * Whether an `authorization` header is one of the digests. Every digest is compared, also with a malformed header, so
 * that the time taken says nothing.
 */
export function isAdminPassword(header: string | undefined, digests: readonly string[]): boolean {
  const wellFormed = header !== undefined && DIGEST.test(header);
  const sent = Buffer.from(wellFormed ? header : '0'.repeat(64));
  let matches = 0;
  for (const digest of digests) matches += timingSafeEqual(sent, Buffer.from(digest)) ? 1 : 0;
  return wellFormed && matches > 0;
}
