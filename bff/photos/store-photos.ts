import type { Readable } from 'node:stream';
import type { Multipart } from '@fastify/multipart';
import { CrmError } from '../../crm-contract/errors.ts';
import { type CrmWriter, createOnce } from '../crm/create-once.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { ProblemError, toProblem } from '../http/problems.ts';
import { UPLOAD_STATUSES, type UploadedFile, type UploadStatus } from '../view-models/photos.ts';
import type { FileBlocks } from './check-worker.ts';
import type { CheckedFile, FileChecker } from './file-checker.ts';
import { type FileRefusal, FileRefused, REFUSALS } from './file-refused.ts';
import { contentIdOf, type PhotosOfContact, photoName, type StoredPhotos, slotIn } from './stored-photos.ts';
import type { Holder, Pace, UploadMemory } from './upload-memory.ts';

const FIELD = 'files';
/** The URL of a customer's list of photos; the photos themselves are not served to customers. */
export const PHOTOS_URL = '/api/contacts/photos';

/** One upload: the contact whose photos are stored, and how their data arrives. */
interface Upload {
  context: UploadContext;
  contactId: string;
  photos: PhotosOfContact;
  memory: UploadMemory;
  pace: Pace;
  /** Link and address: memory use is counted per sender. */
  sender: string;
}

/**
 * Stores the files of one upload, one after another, and returns the result of each. A file refused by us or by the CRM
 * does not affect the others.
 */
export async function storePhotos(
  upload: Upload,
  open: () => AsyncIterableIterator<Multipart>,
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  const parts = open();
  for (;;) {
    const { part, broken } = await nextPart(parts, upload.pace);
    if (part?.type === 'file') files.push(await storePart(upload, part.fieldname, part.filename, part.file));
    if (broken && files.at(-1)?.detail !== REFUSALS[broken].detail)
      files.push(failed('', REFUSALS[broken].code, REFUSALS[broken].detail));
    if (!part || upload.pace.stalled) return files;
  }
}

/** The next part of the form; no part at the end of the form, or if the form cannot be read. */
async function nextPart(
  parts: AsyncIterableIterator<Multipart>,
  pace: Pace,
): Promise<{ part?: Multipart; broken?: FileRefusal }> {
  try {
    const { done, value } = await pace.keep(() => parts.next());
    return done ? {} : { part: value };
  } catch (error) {
    if (error instanceof FileRefused) return { broken: error.refusal };
    return { broken: TOO_MANY.has((error as { code?: string } | null)?.code ?? '') ? 'too_many_files' : 'cut' };
  }
}

const TOO_MANY = new Set(['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT']);

async function storePart(upload: Upload, field: string, filename: string, file: PartStream): Promise<UploadedFile> {
  const { context, pace } = upload;
  const sent = readable(filename);
  try {
    if (field !== FIELD) throw new FileRefused('other_field');
    const store = (whole: FileBlocks) => storePhoto(upload, filename ?? '', whole);
    const name = await withWholeFile(file, upload, store);
    return { name, sent, url: `${PHOTOS_URL}#${name}`, status: 'stored' };
  } catch (error) {
    const refusal = error instanceof FileRefused ? error.refusal : file.errored ? 'cut' : null;
    // Unreadable data ends the form.
    if (!pace.stalled) await skipPart(file, pace).catch(() => {});
    if (refusal) return failed(sent, REFUSALS[refusal].code, REFUSALS[refusal].detail);
    if (!(error instanceof CrmError || error instanceof ProblemError)) throw error;
    const { code } = toProblem(error);
    context.log.error({ problem: code, ...faultFields(error) }, 'a photo was not stored');
    const status = UPLOAD_STATUSES.find((known) => known === code) ?? 'crm_unavailable';
    return failed(
      sent,
      status,
      status === 'outcome_unknown' ? API_TEXTS.photos.outcomeUnknown : API_TEXTS.photos.notStored,
    );
  }
}

const failed = (sent: string, status: UploadStatus, detail: string): UploadedFile => ({
  name: sent,
  sent,
  url: null,
  status,
  detail,
});

/** A file name for the answer: without control characters or path, of limited length. */
function readable(filename: string | undefined): string {
  const name = (filename ?? '').replace(/^.*[\\/]/, '').replace(/[\p{C}]/gu, '');
  return name.slice(0, 100);
}

/** Temporary failures come first, because a retry helps only after them. */
const WORST_FIRST: readonly UploadStatus[] = [
  'outcome_unknown',
  'crm_unavailable',
  'busy',
  'too_large',
  'unsupported_file',
  'field_invalid',
];

/** The error of an upload with files that were not stored; null if all files were stored. */
export function problemOf(files: UploadedFile[]): ProblemError | null {
  const worst = WORST_FIRST.find((status) => files.some((file) => file.status === status));
  if (!worst || worst === 'stored') return null;
  const wrong = files.filter(({ status }) => status !== 'stored');
  const reasons = wrong.map(({ sent, detail }) => (sent ? `${sent}: ${detail}` : detail)).join(' ');
  const others = files.length > wrong.length ? ` ${API_TEXTS.photos.othersStored}` : '';
  return new ProblemError(worst, { detail: reasons + others, files });
}

export interface UploadContext extends CrmWriter {
  log: Log;
  fileChecker: FileChecker;
}

/** More than any customer needs; above this the CRM's list is no longer read completely. */
const MOST_PHOTOS = 1_000;
/** A CRM's file store has one or a few gigabytes in total: if it is full, orders get no PDF either. */
const MOST_BYTES = 250_000_000;

/**
 * Stores one file under the digest of its stored bytes, unless the contact already has that content; returns its name
 * in the CRM. If the outcome of a write is unknown, checks the CRM before sending again.
 * @throws FileRefused for faults of the file, CrmError for those of the CRM
 */
async function storePhoto(upload: Upload, sentName: string, file: FileBlocks): Promise<string> {
  const checked = await upload.context.fileChecker.check(file);
  return upload.photos.alone((stored) => storeUnlessThere(upload, stored, sentName, checked));
}

async function storeUnlessThere(
  { context, contactId }: Upload,
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

/** A file part from the parser. `truncated` if it exceeds the maximum size. */
type PartStream = Readable & { truncated: boolean };

/**
 * Runs `work` with a complete file, in blocks that are reused afterwards.
 * @throws FileRefused if it is too large, too slow or gets no memory
 */
async function withWholeFile<T>(
  file: PartStream,
  { pace, memory, sender }: Upload,
  work: (pieces: FileBlocks) => Promise<T>,
): Promise<T> {
  const holder: Holder = {
    blocks: [],
    sender,
    waitedMs: () => pace.waitedMs(),
    giveWay: () => pace.giveWay(),
  };
  try {
    let left = 0;
    for await (let bytes of partBytes(file, pace)) {
      while (bytes.length > 0) {
        const block = left > 0 ? holder.blocks.at(-1) : await memory.grow(holder);
        if (!block) break;
        if (left === 0) left = block.length;
        const copied = bytes.copy(block, block.length - left);
        left -= copied;
        bytes = bytes.subarray(copied);
      }
    }
    memory.arrived(holder);
    const last = holder.blocks.length - 1;
    return await work(holder.blocks.map((block, at) => (at === last ? block.subarray(0, block.length - left) : block)));
  } finally {
    memory.release(holder);
  }
}

/** Reads the rest of a part that is not stored; the next part arrives only afterwards. */
async function skipPart(file: PartStream, pace: Pace): Promise<void> {
  if (file.destroyed || file.readableEnded) return;
  for await (const _ of partBytes(file, pace)) if (file.truncated) break;
  file.resume();
}

/** The bytes of a part. If the caller stops early, the stream stays usable for later parts. */
async function* partBytes(file: PartStream, pace: Pace): AsyncGenerator<Buffer> {
  const bytes: AsyncIterator<Buffer> = file.iterator({ destroyOnReturn: false });
  for (;;) {
    const { done, value } = await pace.keep(
      () => bytes.next(),
      ({ value: piece }) => piece?.length ?? 0,
    );
    if (done) break;
    yield value;
  }
  if (file.truncated) throw new FileRefused('too_large');
}
