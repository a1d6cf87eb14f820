import { PHOTO_SLOTS, type PhotoSlot } from '../../view-models/photos.ts';

/** How photos are called in the CRM (decision C7): `1-meterkast_0123456789abcdef.jpg`, or `foto_…` without a slot. */
const OURS = new RegExp(`^(?:(${PHOTO_SLOTS.join('|')})|foto)_([0-9a-f]{16})\\.[a-z]+$`);

/** `digest` is the SHA-256 of the stored bytes in hex. */
export function photoName(slot: PhotoSlot | null, digest: string, extension: string): string {
  return `${slot ?? 'foto'}_${markOf(digest)}.${extension}`;
}

/** What a content is known by: whatever it is called, and whoever sends it again. */
export function markOf(digest: string): string {
  return digest.slice(0, 16);
}

/** Slot and mark of a photo by its name in the CRM; null for a file of another kind. */
export function readPhotoName(name: string | null): { slot: PhotoSlot | null; mark: string } | null {
  const [, slot, mark] = OURS.exec(name ?? '') ?? [];
  return mark === undefined ? null : { slot: (slot as PhotoSlot | undefined) ?? null, mark };
}

/** What the sender says of a file in its name: its slot and, as `sha256-…`, the digest of its bytes. */
export function readSentName(name: string): { slot: PhotoSlot | null; digest: string | null } {
  return {
    slot: PHOTO_SLOTS.find((slot) => name.startsWith(`${slot}_`)) ?? null,
    digest: /(?:^|_)sha256-([0-9a-f]{64})\.\w+$/.exec(name)?.[1] ?? null,
  };
}
