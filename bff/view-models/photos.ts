import { z } from 'zod';
import { PHOTO_SLOTS } from './choices.ts';

export type PhotoSlot = (typeof PHOTO_SLOTS)[number];

/** The result of one uploaded file: stored, or the code of the problem. */
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
  /** The stored name; if it was not stored, the original name. */
  name: z.string(),
  /** The original name. */
  sent: z.string(),
  /** Null if it was not stored. */
  url: z.string().nullable(),
  status: z.enum(UPLOAD_STATUSES),
  /** Why it was not stored and what to do, in Dutch. */
  detail: z.string().optional(),
});
export type UploadedFile = z.infer<typeof uploadedFile>;

/**
 * Answer of `POST /api/contacts/upload` if every file is stored; otherwise `files` is part of a problem (decision C7).
 */
export const uploaded = z.object({ url: z.string(), files: z.array(uploadedFile) });
export type Uploaded = z.infer<typeof uploaded>;

/** Answer of `DELETE /api/contacts/photos/{name}`, for a photo replaced during its upload. */
export const photoTakenBack = z.object({ result: z.literal(true) });

/** Answer of `GET /api/contacts/photos`: the photos in the CRM. */
export const receivedPhotos = z.object({
  photos: z.array(z.object({ name: z.string(), slot: z.enum(PHOTO_SLOTS).nullable() })),
});
export type ReceivedPhotos = z.infer<typeof receivedPhotos>;
