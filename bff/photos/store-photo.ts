import { crmOptionsFor } from '../crm/call-options.ts';
import { type CrmWriter, createOnce } from '../crm/create-once.ts';
import { contentIdOf, photoName, slotIn } from '../crm/texts/photo-names.ts';
import type { Log } from '../http/logging.ts';
import type { FileBlocks } from './check-worker.ts';
import type { CheckedFile, FileChecker } from './file-checker.ts';
import { FileRefused } from './file-refused.ts';
import type { PhotosOfContact, StoredPhotos } from './stored-photos.ts';

export interface PhotoContext extends CrmWriter {
  log: Log;
  fileChecker: FileChecker;
}

/** Where photos of one contact go. */
export interface UploadTarget {
  context: PhotoContext;
  contactId: string;
  photos: PhotosOfContact;
}

/** More than any customer needs; with more, the CRM's list is no longer read completely. */
const MOST_PHOTOS = 1_000;
/** A CRM's file store is one or a few gigabytes for everybody: without it no order gets its PDF either. */
const MOST_BYTES = 250_000_000;

/**
 * Stores one file under the digest of its stored bytes, unless the contact has that content already; returns its name
 * in the CRM. An unknown outcome is looked up before anything is sent again.
 * @throws FileRefused for the file's own faults, CrmError for the CRM's
 */
export async function storePhoto(target: UploadTarget, sentName: string, file: FileBlocks): Promise<string> {
  const checked = await target.context.fileChecker.check(file);
  return target.photos.alone((stored) => storeUnlessThere(target, stored, sentName, checked));
}

async function storeUnlessThere(
  { context, contactId }: UploadTarget,
  stored: StoredPhotos,
  sentName: string,
  { extension, contentType, digest, bytes, pieces }: CheckedFile,
): Promise<string> {
  const contentId = contentIdOf(digest);
  const there = stored.nameOf(contentId);
  if (there !== undefined) return there;
  if (stored.count >= MOST_PHOTOS || stored.bytes + bytes > MOST_BYTES) throw new FileRefused('full');
  const fileName = photoName(slotIn(sentName), digest, extension);
  const write = () => {
    const parent = { module: 'Contacts', id: contactId } as const;
    return context.crm.attachments.upload(parent, { fileName, contentType, body: pieces }, crmOptionsFor('upload'));
  };
  await createOnce(context.background, crmOptionsFor('save'), stored.oneOf(contentId, write));
  stored.stored(contentId, fileName, bytes);
  return fileName;
}
