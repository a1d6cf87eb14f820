import type { PhotoSlot } from '../../../bff/view-models/photos.ts';

/** The server holds a file up to this size in memory; a larger one it can pass on as it comes, when it knows the digest. */
const HELD_BYTES = 2 * 1024 * 1024;

/**
 * The name a photo is sent under: its slot comes first. Large files that nobody changes on the way carry the digest of
 * their bytes; of a JPEG the server may still take something off.
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
