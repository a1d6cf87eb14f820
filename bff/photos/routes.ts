import multipart, { type Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { callerAt } from '../access/limits.ts';
import { type LinkLookupContext, readContactId } from '../contact/read-contact.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { readPhotoName } from '../crm/texts/photo-names.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import { ProblemError } from '../http/problems.ts';
import type { App } from '../http/typed-app.ts';
import { recordId } from '../view-models/body-fields.ts';
import { contactPhotosAnswer } from '../view-models/callcenter.ts';
import { LARGEST_FILE_BYTES, MOST_FILES } from '../view-models/choices.ts';
import { photoTakenBack, receivedPhotos, uploaded } from '../view-models/photos.ts';
import type { FileChecker } from './file-checker.ts';
import { Pace } from './pace.ts';
import { PHOTOS_URL, type PhotoContext, problemOf, storePhotos } from './store-photos.ts';
import { listContactPhotos, type PhotosContext, PhotosOfContact, readContactPhoto } from './stored-photos.ts';
import { UploadMemory } from './upload-memory.ts';

export interface PhotoRoutesContext extends PhotoContext, PhotosContext, LinkLookupContext {
  /** How long a sender may take for the least number of bytes; see `Pace`. */
  uploadWindowMs: number;
  clock: Clock;
}

/** Of the sender's window, how long one may send nothing while others wait for the memory: 3 s. */
const GIVE_WAY = 0.15;

/** Somebody with a copy of the link takes nothing away that the seller may have seen. */
const TAKEN_BACK_WITHIN_MS = 15 * 60_000;

const UPLOAD_URL = '/api/contacts/upload';

/** What forms have besides their files: lines and heads between the parts, and the odd field. */
const FORM_BYTES = 1024 * 1024;
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

/** The only category there is (§7.3). */
const CATEGORIES = new Set<unknown>(['c1']);

export async function photoRoutes(app: App, context: PhotoRoutesContext): Promise<void> {
  const memory = new UploadMemory(context.uploadWindowMs * GIVE_WAY);
  deskPhotoRoutes(app, context);

  app.get(
    PHOTOS_URL,
    { config: { access: 'customer' }, schema: { response: { 200: receivedPhotos } } },
    async ({ surveyHash }, reply) => {
      const crmOptions = crmOptionsFor('read', disconnectSignal(reply));
      const id = await readContactId(context, crmOptions, surveyHash);
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
      const contactId = await readContactId(context, crmOptionsFor('save'), surveyHash);
      const since = context.clock.now() - TAKEN_BACK_WITHIN_MS;
      const removed = await new PhotosOfContact(context, contactId).alone((photos) => photos.takeBack(name, since));
      if (!removed) throw new ProblemError('not_found');
      return { result: true as const };
    },
  );

  // In a Fastify scope of its own: everywhere else a body that is no JSON stays refused.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
    const describe = { form: FORM, headers: ['x-image-category'] } as const;
    const config = { access: 'customer', writes: true, slowBody: true, describe } as const;
    const preHandler = async (request: FastifyRequest) => checkForm(request);
    scope.post(UPLOAD_URL, { config, preHandler, schema: { response: { 200: uploaded } } }, async (request, reply) => {
      const contactId = await readContactId(context, crmOptionsFor('save'), request.surveyHash);
      const pace = new Pace(context.uploadWindowMs);
      const photos = new PhotosOfContact(context, contactId);
      const sender = `${contactId} ${callerAt(request.ip)}`;
      const files = await storePhotos({ context, contactId, photos, memory, pace, sender }, () => openForm(request));
      // The rest of the form may never come: its connection is of no use for anything else.
      if (pace.stalled) reply.header('connection', 'close');
      if (files.length === 0) throw new ProblemError('field_invalid', { fields: { files: API_TEXTS.photos.none } });
      const problem = problemOf(files);
      if (problem) throw problem;
      return { url: PHOTOS_URL, files };
    });
  });
}

/** What can be refused before a byte of the body is read, without asking the CRM. */
function checkForm(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new ProblemError('unsupported_file');
  if (!CATEGORIES.has(request.headers['x-image-category'])) {
    throw new ProblemError('field_invalid', { fields: { 'x-image-category': API_TEXTS.photos.unknownCategory } });
  }
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > MOST_FILES * LARGEST_FILE_BYTES + FORM_BYTES) throw new ProblemError('too_large');
}

/** The parts of the form. A sender who left while the CRM was asked has none: nothing would ever end the reading. */
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
/** What a browser shows as a picture and nothing else; any other kind is only downloaded. */
const SHOWN = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** The files that customers sent, for staff (decision I11). */
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
      // One at a time: a contact with twenty large photos would take all the memory there is.
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
