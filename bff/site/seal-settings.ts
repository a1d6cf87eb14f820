import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

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
  SEAL_CERTIFICATE_FILE?: string | undefined;
  SEAL_CERTIFICATE_PASSWORD: string;
  TIMESTAMP_URL?: string | undefined;
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
 * Detects a wrong password at the start, not at the first order. A file that Node cannot read may still be usable for
 * sealing.
 */
function opensWith(bytes: Uint8Array, passphrase: string): boolean {
  try {
    createSecureContext({ pfx: Buffer.from(bytes), passphrase });
    return true;
  } catch (error) {
    return !(error instanceof Error && /mac verify failure/i.test(error.message));
  }
}
