import { createHash } from 'node:crypto';
import type { FileToUpload } from '../../crm-contract/http/multipart-file.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { createOnce } from '../crm/create-once.ts';
import { markOf, photoName, readSentName } from '../crm/texts/photo-names.ts';
import type { Log } from '../http/logging.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import { FileRefused } from './file-refused.ts';
import type { StoredPhotos } from './stored-photos.ts';
import type { UploadBuffers } from './upload-buffers.ts';

export interface PhotoContext extends CrmWriter {
  log: Log;
}

/** Where photos of one contact go. */
export interface UploadTarget {
  context: PhotoContext;
  photoRoom: UploadBuffers;
  contactId: string;
  stored: StoredPhotos;
}

/** More than any customer needs; beyond it the CRM's list is no longer read whole. */
const MOST_PHOTOS = 1_000;
const MOST_TRIES = 3;

/**
 * Stores one file under the digest of what is stored of it, unless the contact has that content already; its name in
 * the CRM. Nothing but a whole and checked file becomes an attachment.
 * @throws FileRefused for the file's own faults, CrmError for the CRM's
 */
export async function storePhoto(shelf: UploadTarget, sentName: string, source: AsyncIterable<Uint8Array>) {
  const file = await checkFile(source);
  const sent = readSentName(sentName);
  const name = (digest: string) => photoName(sent.slot, digest, file.extension);
  const { photoRoom } = shelf;
  return photoRoom.withSmall(async (room) => {
    const { start, rest } = await startOf(file.bytes, room);
    if (!rest) return storeWhole(shelf, file, start, name);
    const all = inOrder(start, rest);
    if (!sent.digest) return photoRoom.withLarge(all, (whole) => storeWhole(shelf, file, whole, name));
    const { digest } = sent;
    const proven = provenBytes(all, digest);
    return photoRoom.streams.run(() => storeStream(shelf, file, proven, digest, name(digest)));
  });
}

/** The first bytes, copied into `room`; `rest` when they do not all go in. */
async function startOf(bytes: AsyncIterable<Uint8Array>, room: Buffer) {
  const iterator = bytes[Symbol.asyncIterator]();
  let size = 0;
  for (;;) {
    const { done, value } = await iterator.next();
    const start = room.subarray(0, size);
    if (done) return { start, rest: null };
    if (size + value.length > room.length) {
      return { start, rest: inOrder(value, { [Symbol.asyncIterator]: () => iterator }) };
    }
    room.set(value, size);
    size += value.length;
  }
}

async function* inOrder(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/**
 * Passes bytes on and fails at their end unless they have this digest. The CRM's form is closed only behind them: what
 * fails here was never a file to the CRM.
 */
async function* provenBytes(bytes: AsyncIterable<Uint8Array>, digest: string): AsyncGenerator<Uint8Array> {
  const sum = createHash('sha256');
  for await (const piece of bytes) {
    sum.update(piece);
    yield piece;
  }
  if (sum.digest('hex') !== digest) throw new FileRefused('altered');
}

async function storeWhole(shelf: UploadTarget, file: CheckedFile, whole: Buffer, name: (digest: string) => string) {
  const digest = createHash('sha256').update(whole).digest('hex');
  const there = shelf.stored.nameOf(markOf(digest));
  if (there !== undefined) return there;
  const upload = { fileName: name(digest), contentType: file.contentType, body: whole };
  return store(shelf, digest, upload, MOST_TRIES);
}

async function storeStream(
  shelf: UploadTarget,
  file: CheckedFile,
  proven: AsyncIterable<Uint8Array>,
  digest: string,
  fileName: string,
) {
  const there = shelf.stored.nameOf(markOf(digest));
  if (there !== undefined) {
    for await (const _ of proven);
    return there;
  }
  let fault: unknown;
  const body = tellingFault(proven, (error) => {
    fault = error;
  });
  const upload = { fileName, contentType: file.contentType, body };
  // A stream cannot be sent a second time; whoever sent it can.
  return store(shelf, digest, upload, 1, () => fault);
}

async function* tellingFault(bytes: AsyncIterable<Uint8Array>, tell: (error: unknown) => void) {
  try {
    yield* bytes;
  } catch (error) {
    tell(error);
    throw error;
  }
}

/**
 * Uploads once, by content: an unknown outcome is looked up before anything is sent again. Where the file itself gave
 * way (`faultOf`), the CRM never saw the end of it and there is nothing to look up.
 */
async function store(
  { context, contactId, stored }: UploadTarget,
  digest: string,
  upload: FileToUpload,
  tries: number,
  faultOf: () => unknown = () => undefined,
): Promise<string> {
  if (stored.count >= MOST_PHOTOS) throw new FileRefused('full');
  const mark = markOf(digest);
  const write = () =>
    context.crm.attachments
      .upload({ module: 'Contacts', id: contactId }, upload, crmOptionsFor('upload'))
      .catch((error: unknown) => {
        throw faultOf() ?? error;
      });
  await createOnce(context.background, crmOptionsFor('save'), stored.oneOf(mark, write), tries);
  stored.stored(mark, upload.fileName);
  return upload.fileName;
}
