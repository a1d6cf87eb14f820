import { z } from 'zod';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import type { CrmWriter } from '../crm/create-once.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import type { App } from '../http/typed-app.ts';
import { recordId } from '../view-models/body-fields.ts';
import { contactPhotosAnswer } from '../view-models/callcenter.ts';
import { listContactPhotos, readContactPhoto } from './contact-photos.ts';
import type { FileChecker } from './file-checker.ts';

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
export function deskPhotoRoutes(app: App, context: DeskPhotosContext): void {
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
