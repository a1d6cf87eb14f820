import { hash } from 'node:crypto';

export type Canonical = string | number | boolean | null | readonly Canonical[] | { readonly [key: string]: Canonical };

/** JSON with sorted keys and no spaces: equal content gives equal text, whatever order it was built in. */
export function canonicalJson(value: Canonical): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: Canonical): Canonical {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sorted);
  const given = value as { readonly [key: string]: Canonical };
  const inOrder: { [key: string]: Canonical } = {};
  for (const key of Object.keys(given).sort()) inOrder[key] = sorted(given[key] ?? null);
  return inOrder;
}

/** SHA-256 in hex over all that a quote shows (decision F1). */
export function fingerprintOf(shown: Canonical): string {
  return hash('sha256', canonicalJson(shown));
}

/** The fingerprint as people read it to each other: `7F3A-91C2`. */
export function kenmerkOf(fingerprint: string): string {
  return `${fingerprint.slice(0, 4)}-${fingerprint.slice(4, 8)}`.toUpperCase();
}
