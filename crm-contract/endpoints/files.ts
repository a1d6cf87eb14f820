import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { CrmError } from '../errors.ts';
import { type FileToUpload, MultipartFile } from '../http/multipart-file.ts';
import type { Access } from './records.ts';

/** The id of a stored file is not a record id: the CRM documents it as encrypted text. */
const storedFile = z.object({ id: z.string().regex(/^[\w-]{1,255}$/) });

export function filesEndpoint(access: Access) {
  return {
    /**
     * Uploads a file to the CRM's file store, from where a mail can attach it; returns its id. Repeating it after a
     * lost answer stores it twice, which is harmless.
     */
    async upload(file: FileToUpload, context: CrmCallOptions): Promise<string> {
      const operation = 'files.upload';
      const body = new MultipartFile(file);
      const reply = await access.exchange(
        { operation, effect: 'repeatable', method: 'POST', path: '/files', file: body },
        context,
      );
      const stored = storedFile.safeParse(reply.rows[0]);
      if (stored.success) return stored.data.id;
      throw new CrmError({ kind: 'malformed', operation, status: reply.status, sent: 'yes' });
    },
  };
}
