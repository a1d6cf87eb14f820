import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { CrmError } from '../errors.ts';
import { type FileToUpload, MultipartFile } from '../http/multipart-file.ts';
import type { Access } from './records.ts';

/** The id of a stored file is no record id: the CRM documents an encrypted text. */
const storedFile = z.object({ id: z.string().regex(/^[\w-]{1,255}$/) });

export function filesEndpoint(access: Access) {
  return {
    /**
     * Puts a file into the CRM's file store, from where a mail can take it; answers with its id. Sent again after a lost
     * answer it is stored twice, which nobody sees.
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
