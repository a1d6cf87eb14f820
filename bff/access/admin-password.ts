import { createHash, timingSafeEqual } from 'node:crypto';

/** The password that every fresh sandbox has; nowhere else does it open anything. */
const SANDBOX_PASSWORD = 'zon-en-zout-2026';

/** What people choose who do not choose. */
const OBVIOUS = [
  '',
  SANDBOX_PASSWORD,
  '{key}',
  'admin',
  'administrator',
  'beheer',
  'changeme',
  'geheim',
  'letmein',
  'password',
  'password1',
  'qwerty',
  'secret',
  'test',
  'wachtwoord',
  'wachtwoord1',
  'welcome',
  'welkom',
  'welkom01',
  'zonnepanelen',
  'thuisbatterij',
  '0000',
  '1234',
  '12345',
  '123456',
  '12345678',
  '123456789',
];

const DIGEST = /^[0-9a-f]{64}$/;
/** What is filled in where a digest belongs, to be replaced. */
const PLACEHOLDER = '0'.repeat(64);

/** SHA-256 in hex, as the browser sends a password (§5). */
function digestOf(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}

/**
 * The digests of `ADMIN_PASSWORD_SHA256`: one or more, comma separated, for rotation (decision B5). Pushes a sentence to
 * `faults` for each that is no digest, or only stands for one; outside the sandbox also for none at all and for a password anybody would try.
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
  const guessable = new Set([...OBVIOUS, ...names, ...names.map((name) => name.toLowerCase())].map(digestOf));
  if (digests.some((digest) => guessable.has(digest))) {
    faults.push('ADMIN_PASSWORD_SHA256 holds a password that anybody would try: choose another.');
  }
  return digests;
}

/**
 * Whether an `authorization` header is one of the digests. Every digest is compared, and a header that is malformed is
 * compared too, so that neither takes another time.
 */
export function isAdminPassword(header: string | undefined, digests: readonly string[]): boolean {
  const wellFormed = header !== undefined && DIGEST.test(header);
  const sent = Buffer.from(wellFormed ? header : '0'.repeat(64));
  let matches = 0;
  for (const digest of digests) matches += timingSafeEqual(sent, Buffer.from(digest)) ? 1 : 0;
  return wellFormed && matches > 0;
}
