import { z } from 'zod';
import { PHOTO_SLOTS } from './choices.ts';

export type PhotoSlot = (typeof PHOTO_SLOTS)[number];

/** How one file of an upload ended: stored, or the code of the problem that kept it out. */
export const UPLOAD_STATUSES = [
  'stored',
  'unsupported_file',
  'too_large',
  'field_invalid',
  'crm_unavailable',
  'outcome_unknown',
  'busy',
] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

export const uploadedFile = z.object({
  /** As it is stored; of a file that is not, as it was sent. */
  name: z.string(),
  /** As it was sent. */
  sent: z.string(),
  /** Null when it is not stored. */
  url: z.string().nullable(),
  status: z.enum(UPLOAD_STATUSES),
  /** Why it is not stored and what to do, in Dutch. */
  detail: z.string().optional(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

/** Answer of `POST /api/contacts/upload` when every file is stored; else `files` stands in a problem (decision C7). */
export const uploaded = z.object({ url: z.string(), files: z.array(uploadedFile) });
export type Uploaded = z.infer<typeof uploaded>;

/** Answer of `DELETE /api/contacts/photos/{name}`: of one that was taken again while it was on its way. */
export const photoTakenBack = z.object({ result: z.literal(true) });

/** Answer of `GET /api/contacts/photos`: what the CRM holds. */
export const receivedPhotos = z.object({
  photos: z.array(z.object({ name: z.string(), slot: z.enum(PHOTO_SLOTS).nullable() })),
});
export type ReceivedPhotos = z.infer<typeof receivedPhotos>;
