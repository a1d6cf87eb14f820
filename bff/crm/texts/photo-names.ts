import { PHOTO_SLOTS } from '../../view-models/choices.ts';
import type { PhotoSlot } from '../../view-models/photos.ts';

/** Names of photos in the CRM (decision C7): `1-meterkast_0123456789abcdef.jpg`, or `foto_…` without a slot. */
const OURS = new RegExp(`^(?:(${PHOTO_SLOTS.join('|')})|foto)_([0-9a-f]{16})\\.[a-z]+$`);

/** `digest` is the SHA-256 of the stored bytes in hex. */
export function photoName(slot: PhotoSlot | null, digest: string, extension: string): string {
  return `${slot ?? 'foto'}_${contentIdOf(digest)}.${extension}`;
}

/** The part of the name that identifies the content, independent of the original file name. */
export function contentIdOf(digest: string): string {
  return digest.slice(0, 16);
}

/** Slot and digest of a photo by its name in the CRM; null for other files. */
export function readPhotoName(name: string | null): { slot: PhotoSlot | null; contentId: string } | null {
  const [, slot, contentId] = OURS.exec(name ?? '') ?? [];
  return contentId === undefined ? null : { slot: (slot as PhotoSlot | undefined) ?? null, contentId };
}

/** The slot that the sender put at the start of a file's name. */
export function slotIn(sentName: string): PhotoSlot | null {
  return PHOTO_SLOTS.find((slot) => sentName.startsWith(`${slot}_`)) ?? null;
}
