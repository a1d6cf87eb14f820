import type { PhotoSlot } from '../../../bff/view-models/photos.ts';

/** Up to this size the server holds a file in memory; a larger one can be streamed when its digest is known. */
const HELD_BYTES = 2 * 1024 * 1024;

/**
 * The name a photo is sent under, beginning with its slot. Large files that the server does not change carry the digest
 * of their bytes; from a JPEG it may remove metadata.
 */
export async function sentName(slot: PhotoSlot | null, name: string, bytes: ArrayBuffer, type: string) {
  const start = slot ?? 'foto';
  if (bytes.byteLength > HELD_BYTES && /pdf|hei[cf]$/.test(type) && globalThis.crypto.subtle) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return `${start}_sha256-${hex}.${type.endsWith('pdf') ? 'pdf' : 'heic'}`;
  }
  return `${start}_${name}`;
}
