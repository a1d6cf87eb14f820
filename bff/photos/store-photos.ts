import type { Multipart } from '@fastify/multipart';
import { CrmError } from '../../crm-contract/errors.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { faultFields } from '../http/logging.ts';
import { ProblemError, toProblem } from '../http/problems.ts';
import { UPLOAD_STATUSES, type UploadedFile, type UploadStatus } from '../view-models/photos.ts';
import type { FileBlocks } from './check-worker.ts';
import { FileRefused, REFUSALS, type Refusal } from './file-refused.ts';
import { type PartStream, skipPart, withWholeFile } from './hold-file.ts';
import type { Pace } from './pace.ts';
import { storePhoto, type UploadTarget } from './store-photo.ts';
import type { UploadMemory } from './upload-memory.ts';

const FIELD = 'files';
/** The address of the list of the customer's photos; photos themselves are not served to customers. */
export const PHOTOS_URL = '/api/contacts/photos';

/** Where the files of one upload go, and how they come in. */
interface Upload extends UploadTarget {
  memory: UploadMemory;
  pace: Pace;
  /** Link and address: what holds memory is counted by them. */
  sender: string;
}

/**
 * Stores the files of one upload, one after another, and returns the result of each. A file that is refused by us or by
 * the CRM does not affect the others.
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

/** The next part of the form; none at its end, or when it cannot be read. */
async function nextPart(
  parts: AsyncIterableIterator<Multipart>,
  pace: Pace,
): Promise<{ part?: Multipart; broken?: Refusal }> {
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

/** A file name for the answer: no control characters, no path, limited length. */
function readable(filename: string | undefined): string {
  const name = (filename ?? '').replace(/^.*[\\/]/, '').replace(/[\p{C}]/gu, '');
  return name.slice(0, 100);
}

/** Temporary failures come first: only after them sending the same again makes sense. */
const WORST_FIRST: readonly UploadStatus[] = [
  'outcome_unknown',
  'crm_unavailable',
  'busy',
  'too_large',
  'unsupported_file',
  'field_invalid',
];

/** The error of an upload with files that were not stored; null when all were. */
export function problemOf(files: UploadedFile[]): ProblemError | null {
  const worst = WORST_FIRST.find((status) => files.some((file) => file.status === status));
  if (!worst || worst === 'stored') return null;
  const wrong = files.filter(({ status }) => status !== 'stored');
  const reasons = wrong.map(({ sent, detail }) => (sent ? `${sent}: ${detail}` : detail)).join(' ');
  const others = files.length > wrong.length ? ` ${API_TEXTS.photos.othersStored}` : '';
  return new ProblemError(worst, { detail: reasons + others, files });
}
