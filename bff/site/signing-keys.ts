import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** The kind of proof, part of the HMAC: a proof of one kind is invalid for another. */
type ProofPurpose = 'signature' | 'withdrawal' | 'document';

/** `key` identifies the secret of a proof without revealing it. */
export interface Proof {
  key: string;
  mac: string;
}

/** A proof as one word, for a note, a task or a document. */
export function proofText({ key, mac }: Proof): string {
  return `${key}.${mac}`;
}

/** `unknownKey`: made with a secret that this portal does not have, so it cannot be verified. */
export type Verdict = 'proven' | 'foreign' | 'unknownKey';

/**
 * Proofs that only this portal can make: HMAC-SHA-256 over canonical JSON with a secret of `EVIDENCE_SECRETS`. The
 * first secret makes proofs; every secret verifies them (decision J3). So add a new secret as the last one in every
 * process, before you put it first in any process.
 */
export class EvidenceKeys {
  readonly #secrets: ReadonlyMap<string, string>;

  constructor(secrets: readonly string[]) {
    this.#secrets = new Map(secrets.map((secret) => [keyIdOf(secret), secret]));
  }

  prove(purpose: ProofPurpose, facts: object): Proof {
    const [[key, secret] = ['', '']] = this.#secrets;
    if (secret === '') throw new TypeError('a proof needs a secret');
    return { key, mac: macOf(secret, purpose, key, facts).toString('hex') };
  }

  verify(purpose: ProofPurpose, facts: object, { key, mac }: Proof): Verdict {
    const secret = this.#secrets.get(key);
    if (secret === undefined) return 'unknownKey';
    const offered = Buffer.from(mac, 'hex');
    const made = macOf(secret, purpose, key, facts);
    return offered.length === made.length && timingSafeEqual(offered, made) ? 'proven' : 'foreign';
  }
}

function keyIdOf(secret: string): string {
  return createHash('sha256').update(`evidence key\0${secret}`).digest('hex').slice(0, 16);
}

function macOf(secret: string, purpose: ProofPurpose, key: string, facts: object): Buffer {
  return createHmac('sha256', secret)
    .update(`${purpose}\0${canonicalJson({ ...facts, key })}`)
    .digest();
}

/** JSON without spaces, with the keys of every object sorted by character code. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** The certificate that seals signed orders, and the timestamp service. */
export interface SealSettings {
  /** The PKCS#12 file; null creates a self-signed certificate, which proves nothing: for the sandbox. */
  certificate: { bytes: Uint8Array; password: string } | null;
  /** The name in a self-signed certificate. */
  owner: string;
  /** An RFC 3161 timestamp service; null for none. */
  timestampUrl: string | null;
}

interface Values {
  SEAL_CERTIFICATE_FILE?: string;
  SEAL_CERTIFICATE_PASSWORD: string;
  TIMESTAMP_URL?: string;
}

/** Null if nothing can be sealed: outside the sandbox without a certificate. */
export function readSeal(values: Values, sandbox: boolean, owner: string, faults: string[]): SealSettings | null {
  const timestampUrl = values.TIMESTAMP_URL ?? null;
  if (!values.SEAL_CERTIFICATE_FILE) return sandbox ? { certificate: null, owner, timestampUrl } : null;
  try {
    const bytes = new Uint8Array(readFileSync(values.SEAL_CERTIFICATE_FILE));
    const password = values.SEAL_CERTIFICATE_PASSWORD;
    if (!opensWith(bytes, password)) faults.push('SEAL_CERTIFICATE_PASSWORD does not open SEAL_CERTIFICATE_FILE.');
    return { certificate: { bytes, password }, owner, timestampUrl };
  } catch (error) {
    faults.push(`SEAL_CERTIFICATE_FILE cannot be read: ${error instanceof Error ? error.message : 'unknown error'}.`);
    return null;
  }
}

/**
 * Tries the password, so that a wrong one is found at the start and not at the first order. A file that Node cannot
 * read may still be usable for sealing.
 */
function opensWith(bytes: Uint8Array, passphrase: string): boolean {
  try {
    createSecureContext({ pfx: Buffer.from(bytes), passphrase });
    return true;
  } catch (error) {
    return !(error instanceof Error && /mac verify failure/i.test(error.message));
  }
}
