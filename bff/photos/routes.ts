import multipart, { type Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { callerAt } from '../access/caller-address.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { type LinkLookupContext, readLinkedContact } from '../contact/read-contact.ts';
import { type Clock, MINUTE_MS } from '../crm/clock.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { disconnectSignal } from '../http/requests.ts';
import type { App } from '../http/route-description.ts';
import { recordId } from '../view-models/body-fields.ts';
import { contactPhotosAnswer } from '../view-models/callcenter.ts';
import { LARGEST_FILE_BYTES, MOST_FILES } from '../view-models/choices.ts';
import { photoTakenBack, receivedPhotos, uploaded } from '../view-models/photos.ts';
import type { FileChecker } from './file-checker.ts';
import { PHOTOS_URL, problemOf, storePhotos, type UploadContext } from './store-photos.ts';
import {
  listContactPhotos,
  type PhotosContext,
  PhotosOfContact,
  readContactPhoto,
  readPhotoName,
} from './stored-photos.ts';
import { Pace, UploadMemory } from './upload-memory.ts';

export interface PhotoRoutesContext extends UploadContext, PhotosContext, LinkLookupContext {
  /** The time window for the minimum number of bytes; see `Pace`. */
  uploadWindowMs: number;
  clock: Clock;
  /** Tells the desk, which may show the contact's photos already. */
  tellContactChanged(contactId: string, what: 'photos'): void;
}

/** While other files wait for memory, a sender may stay idle for this share of its window: 3 s. */
const GIVE_WAY = 0.15;

/** Somebody with a copy of the link must not delete photos that the seller may have seen. */
const TAKEN_BACK_WITHIN_MS = 15 * MINUTE_MS;

const UPLOAD_URL = '/api/contacts/upload';

/** All files, and room for the form's other data: boundaries and headers of parts, and a few fields. */
export const LARGEST_FORM_BYTES = MOST_FILES * LARGEST_FILE_BYTES + 1024 * 1024;
const LIMITS = {
  files: MOST_FILES,
  fileSize: LARGEST_FILE_BYTES,
  fields: 50,
  fieldSize: 8 * 1024,
  fieldNameSize: 100,
  headerPairs: 50,
  parts: MOST_FILES + 50,
};

const FORM = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      maxItems: MOST_FILES,
      items: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
  },
  required: ['files'],
};

/** The only category (§7.3). */
const CATEGORY = 'c1';

export async function photoRoutes(app: App, context: PhotoRoutesContext): Promise<void> {
  const memory = new UploadMemory(context.uploadWindowMs * GIVE_WAY);
  deskPhotoRoutes(app, context);

  app.get(
    PHOTOS_URL,
    { config: { access: 'customer' }, schema: { response: { 200: receivedPhotos } } },
    async ({ surveyHash }, reply) => {
      const crmOptions = crmOptionsFor('read', disconnectSignal(reply));
      const { id } = await readLinkedContact(context, crmOptions, surveyHash);
      const files = await context.crm.attachments.listFor({ module: 'Contacts', id }, crmOptions);
      const photos = files.flatMap(({ File_Name: name }) => {
        const known = readPhotoName(name);
        return known && name !== null ? [{ name, slot: known.slot }] : [];
      });
      return { photos };
    },
  );

  app.delete(
    `${PHOTOS_URL}/:name`,
    {
      config: { access: 'customer', writes: true },
      schema: { params: z.strictObject({ name: z.string().max(100) }), response: { 200: photoTakenBack } },
    },
    async ({ surveyHash, params: { name } }) => {
      const { id: contactId } = await readLinkedContact(context, crmOptionsFor('save'), surveyHash);
      const since = context.clock.now() - TAKEN_BACK_WITHIN_MS;
      const removed = await new PhotosOfContact(context, contactId).alone((photos) => photos.takeBack(name, since));
      if (!removed) throw new ProblemError('not_found');
      return { result: true as const };
    },
  );

  // In its own Fastify scope, so that all other routes still refuse bodies that are not JSON.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
    const describe = { form: FORM, headers: ['x-image-category'] } as const;
    const config = { access: 'customer', writes: true, slowBody: true, describe } as const;
    const preHandler = async (request: FastifyRequest) => checkForm(request);
    scope.post(UPLOAD_URL, { config, preHandler, schema: { response: { 200: uploaded } } }, async (request, reply) => {
      const { id: contactId } = await readLinkedContact(context, crmOptionsFor('save'), request.surveyHash);
      const pace = new Pace(context.uploadWindowMs);
      const photos = new PhotosOfContact(context, contactId);
      const sender = `${contactId} ${callerAt(request.ip)}`;
      const files = await storePhotos({ context, contactId, photos, memory, pace, sender }, () => openForm(request));
      if (files.some(({ status }) => status === 'stored')) context.tellContactChanged(contactId, 'photos');
      // The rest of the form may never arrive, so the connection cannot be reused.
      if (pace.stalled) reply.header('connection', 'close');
      if (files.length === 0) throw new ProblemError('field_invalid', { fields: { files: API_TEXTS.photos.none } });
      const problem = problemOf(files);
      if (problem) throw problem;
      return { url: PHOTOS_URL, files };
    });
  });
}

/** Refuses an unusable form before its body is read and before any CRM call. */
function checkForm(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new ProblemError('unsupported_file');
  if (request.headers['x-image-category'] !== CATEGORY) {
    throw new ProblemError('field_invalid', { fields: { 'x-image-category': API_TEXTS.photos.unknownCategory } });
  }
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > LARGEST_FORM_BYTES) throw new ProblemError('too_large');
}

/** The parts of the form. If the sender disconnected during the CRM call, reading would never end. */
function openForm(request: FastifyRequest): AsyncIterableIterator<Multipart> {
  if (request.raw.destroyed) throw new ProblemError('invalid');
  return request.parts();
}

interface DeskPhotosContext extends CrmWriter {
  dealMutex: KeyedMutex;
  fileChecker: FileChecker;
}

const STAFF = { access: 'staff' } as const;
const PHOTO = {
  file: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'],
  problems: ['too_large', 'unsupported_file'],
} as const;
const PHOTOS = '/api/admin/callcenter/contacts/:contactId/photos';
/** Types that a browser shows only as a picture; all others are download only. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** The files sent by customers, for staff (decision I11). */
function deskPhotoRoutes(app: App, context: DeskPhotosContext): void {
  app.get(
    PHOTOS,
    {
      config: STAFF,
      schema: { params: z.strictObject({ contactId: recordId }), response: { 200: contactPhotosAnswer } },
    },
    async ({ params: { contactId } }, reply) => ({
      result: true as const,
      photos: await listContactPhotos(context, crmOptionsFor('read', disconnectSignal(reply)), contactId),
    }),
  );

  app.get(
    `${PHOTOS}/:photoId`,
    {
      config: { ...STAFF, describe: PHOTO },
      schema: { params: z.strictObject({ contactId: recordId, photoId: recordId }) },
    },
    async ({ params: { contactId, photoId } }, reply) => {
      const signal = disconnectSignal(reply);
      // One photo at a time: twenty large photos of one contact would use up the memory.
      const photo = await context.dealMutex.run(`photos shown ${contactId}`, () =>
        readContactPhoto(context, crmOptionsFor('download', signal), contactId, photoId),
      );
      const place = SHOWN.has(photo.contentType) ? 'inline' : 'attachment';
      return reply
        .headers({
          'content-type': photo.contentType,
          'content-disposition': `${place}; filename="${photo.name}"`,
          'content-security-policy': 'sandbox',
        })
        .send(Buffer.concat(photo.pieces));
    },
  );
}
