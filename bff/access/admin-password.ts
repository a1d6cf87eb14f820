import { hash, timingSafeEqual } from 'node:crypto';

/** The admin password of every fresh sandbox; refused anywhere else. */
export const SANDBOX_PASSWORD = 'zon-en-zout-2026';

const OBVIOUS = ['', SANDBOX_PASSWORD, '{key}'];

const DIGEST = /^[0-9a-f]{64}$/;
/** A placeholder that is easily left in place of a digest. */
const PLACEHOLDER = '0'.repeat(64);

/** SHA-256 in hex, as the browser sends a password (§5). */
export function digestOf(password: string): string {
  return hash('sha256', password);
}

/**
 * The digests of `ADMIN_PASSWORD_SHA256`: one or more, comma separated, for rotation (decision B5). Adds a sentence to
 * `faults` if a digest is malformed, or is the placeholder. Outside the sandbox, it also adds one if there is no
 * digest, or if a digest belongs to a weak password.
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
  for (const password of commonPasswords(names)) if (digests.includes(digestOf(password))) return true;
  return false;
}

/**
 * Whether an `authorization` header is one of the digests. Compares every digest even if the header is malformed, so
 * that timing reveals nothing.
 */
export function isAdminPassword(header: string | undefined, digests: readonly string[]): boolean {
  const wellFormed = header !== undefined && DIGEST.test(header);
  const sent = Buffer.from(wellFormed ? header : '0'.repeat(64));
  let matches = 0;
  for (const digest of digests) matches += timingSafeEqual(sent, Buffer.from(digest)) ? 1 : 0;
  return wellFormed && matches > 0;
}

/** Words of weak passwords. Each is tried in three spellings, with each of {@link ENDINGS}. */
const WORDS = `
  admin administrator beheer beheerder changeme geheim letmein login master pass passw0rd password portaal
  portal root secret server system test tester user wachtwoord welcome welkom qwerty qwertyuiop azerty asdf
  asdfgh asdfghjkl zxcvbnm abc abcd abcdef iloveyou monkey dragon football baseball superman batman
  sunshine princess shadow michael jordan charlie computer internet freedom whatever starwars ajax
  feyenoord voetbal oranje holland nederland amsterdam rotterdam utrecht denhaag zomer winter lente herfst
  summer spring autumn januari februari maart april mei juni juli augustus september oktober november
  december maandag vrijdag batterij energie stroom thuisbatterij zon zonnepaneel zonnepanelen verkoop
  callcenter
`
  .trim()
  .split(/\s+/);
const YEARS = Array.from({ length: 21 }, (_, n) => String(2010 + n));
const NUMBERS = Array.from({ length: 13 }, (_, n) => [String(n), String(n).padStart(2, '0')]).flat();
const OTHERS = '007 69 77 88 99 111 123 1234 12345 123456 321'.split(' ');
const ENDINGS = ['', ...NUMBERS, ...YEARS, ...OTHERS].flatMap((ending) => [ending, `${ending}!`, `@${ending}`]);
const ROWS =
  '01234567890123456789 98765432109876543210 qwertyuiop azertyuiop asdfghjkl 1q2w3e4r5t6y7u8i 1qaz2wsx3edc4rfv'.split(
    ' ',
  );

/**
 * Obvious passwords, and common ones, built from the words, the given names, rows of keys and repeated characters: some
 * 60,000, generated one by one.
 */
function* commonPasswords(names: readonly string[]): Generator<string> {
  yield* OBVIOUS;
  for (const row of ROWS) yield* partsOf(row);
  for (const character of '0123456789abcdefghijklmnopqrstuvwxyz') {
    for (let length = 1; length <= 20; length += 1) yield character.repeat(length);
  }
  for (const word of [...WORDS, ...names, ...names.map((name) => name.replaceAll(/[^\p{L}\p{N}]/gu, ''))]) {
    const lower = word.toLowerCase();
    const spellings = new Set([word, lower, lower.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)]);
    for (const spelling of spellings) for (const ending of ENDINGS) yield spelling + ending;
  }
}

function* partsOf(row: string): Generator<string> {
  for (let from = 0; from < row.length; from += 1) {
    for (let to = from + 1; to <= row.length; to += 1) yield row.slice(from, to);
  }
}
