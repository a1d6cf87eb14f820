import { readFileSync } from 'node:fs';

/** With which certificate a signed order is sealed, and who tells the time of it. */
export interface SealSettings {
  /** The PKCS#12 file; null makes a certificate of one's own, which proves nothing to anybody: for the sandbox. */
  certificate: { bytes: Uint8Array; password: string } | null;
  /** Named in a certificate of one's own. */
  owner: string;
  /** An RFC 3161 time stamp service; null for none. */
  timestampUrl: string | null;
}

interface Values {
  SEAL_CERTIFICATE_FILE?: string | undefined;
  SEAL_CERTIFICATE_PASSWORD: string;
  TIMESTAMP_URL?: string | undefined;
}

/** Null where nothing can be sealed: outside the sandbox without a certificate. */
export function readSeal(values: Values, sandbox: boolean, owner: string, faults: string[]): SealSettings | null {
  const timestampUrl = values.TIMESTAMP_URL ?? null;
  if (!values.SEAL_CERTIFICATE_FILE) return sandbox ? { certificate: null, owner, timestampUrl } : null;
  try {
    const bytes = new Uint8Array(readFileSync(values.SEAL_CERTIFICATE_FILE));
    return { certificate: { bytes, password: values.SEAL_CERTIFICATE_PASSWORD }, owner, timestampUrl };
  } catch (error) {
    faults.push(`SEAL_CERTIFICATE_FILE cannot be read: ${error instanceof Error ? error.message : 'unknown error'}.`);
    return null;
  }
}
