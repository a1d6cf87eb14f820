import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Attachment } from '../../crm-contract/shapes/notes-and-files.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { CONTACT_PHOTO_KINDS, type ContactPhoto } from '../view-models/callcenter.ts';
import { LARGEST_FILE_BYTES } from '../view-models/choices.ts';
import type { CheckedFile, FileChecker } from './file-checker.ts';
import { FileRefused } from './file-refused.ts';
import { removeDoubles } from './stored-photos.ts';

interface PhotoReadContext {
  crm: CrmClient;
  fileChecker: FileChecker;
}

const OTHER_ENDINGS: Record<string, ContactPhoto['kind']> = { jpeg: 'jpg', heif: 'heic' };

/** The photos and papers among a contact's files, whoever added them. */
export async function listContactPhotos(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<ContactPhoto[]> {
  const files = await context.crm.attachments.listFor({ module: 'Contacts', id: contactId }, crmOptions);
  removeDoubles(context, contactId, files);
  return files.flatMap(({ id, File_Name: name, Size: size }) => {
    const kind = kindOf(name);
    return kind && name !== null ? [{ id, name, kind, size }] : [];
  });
}

/**
 * One of this contact's files, checked and stripped like one that comes in: what staff added in the CRM went past no
 * check. The list is read first, as an id alone does not say whose file it is.
 */
export async function readContactPhoto(
  { crm, fileChecker }: PhotoReadContext,
  crmOptions: CrmCallOptions,
  contactId: string,
  photoId: string,
): Promise<CheckedFile & { name: string }> {
  const parent = { module: 'Contacts', id: contactId } as const;
  const file = (await crm.attachments.listFor(parent, crmOptions)).find(({ id }) => id === photoId);
  if (!file || kindOf(file.File_Name) === null) throw new ProblemError('not_found');
  if ((file.Size ?? 0) > LARGEST_FILE_BYTES)
    throw new ProblemError('too_large', { detail: API_TEXTS.crmFile.tooLarge });
  const bytes = await crm.attachments.read(parent, file, crmOptions, LARGEST_FILE_BYTES);
  if (!bytes) throw new ProblemError('not_found');
  const checked = await checkedPhoto(fileChecker, bytes);
  return { ...checked, name: downloadName(file, checked.extension) };
}

function kindOf(name: string | null): ContactPhoto['kind'] | null {
  const ending = /\.([a-z]+)$/.exec((name ?? '').toLowerCase())?.[1] ?? '';
  return CONTACT_PHOTO_KINDS.find((kind) => kind === ending) ?? OTHER_ENDINGS[ending] ?? null;
}

async function checkedPhoto(fileChecker: FileChecker, bytes: Buffer): Promise<CheckedFile> {
  const block = Buffer.from(new SharedArrayBuffer(bytes.length));
  bytes.copy(block);
  try {
    return await fileChecker.check([block]);
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    if (error.refusal === 'no_place') throw new ProblemError('busy');
    throw new ProblemError('unsupported_file', { detail: API_TEXTS.crmFile.notShown });
  }
}

/** In a header only plain letters travel safely; the ending is that of the content. */
function downloadName({ File_Name: name }: Attachment, extension: string): string {
  const base = (name ?? '').replace(/\.[^.]*$/, '').replace(/[^\w ()-]/g, '_');
  return `${base || 'bestand'}.${extension}`;
}
