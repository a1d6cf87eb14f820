import type { PhotoSlot } from '../../../bff/view-models/photos.ts';

/** The three photos, in their order (§2.3). */
export const SLOTS = ['1-meterkast', '2-groepenkast', '3-plek'] as const satisfies readonly PhotoSlot[];

/** The accepted types (decision C7), for file pickers; some phones name no type, so extensions are listed too. */
export const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif', 'application/pdf'];
const EXTENSIONS = /\.(jpe?g|png|webp|hei[cf]|pdf)$/i;

export const MOST_FILES = 20;
export const LARGEST_BYTES = 20 * 1024 * 1024;

export function isAccepted({ type, name }: { type: string; name: string }) {
  return type === '' ? EXTENSIONS.test(name) : ACCEPTED.includes(type);
}
