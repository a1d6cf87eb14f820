import { createHash } from 'node:crypto';

export type Canonical = string | number | boolean | null | readonly Canonical[] | { readonly [key: string]: Canonical };

/** JSON with sorted keys and no spaces: equal content gives equal text, whatever order it was built in. */
export function canonicalJson(value: Canonical): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value as { [key: string]: Canonical }).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** SHA-256 in hex over all that a quote shows (decision F1). */
export function fingerprintOf(shown: Canonical): string {
  return createHash('sha256').update(canonicalJson(shown)).digest('hex');
}

/** The fingerprint as people read it to each other: `7F3A-91C2`. */
export function kenmerkOf(fingerprint: string): string {
  return `${fingerprint.slice(0, 4)}-${fingerprint.slice(4, 8)}`.toUpperCase();
}
