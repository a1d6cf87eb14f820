import type { CrmCallOptions } from '../call-options.ts';
import { CrmError } from '../errors.ts';
import { type FileToUpload, MultipartFile } from '../http/multipart-file.ts';
import { checkedId } from '../record-id.ts';
import { type Attachment, attachmentShape } from '../shapes/attachment.ts';
import { type Access, type RecordRef, recordPath, removeRecord, writtenIn } from './records.ts';
import type { RelatedEndpoint } from './related.ts';

export function attachmentsEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    listFor: (parent: RecordRef, context: CrmCallOptions) =>
      related.list(parent, 'Attachments', attachmentShape, context),

    /** Stores a file with a record. */
    async upload(parent: RecordRef, file: FileToUpload, context: CrmCallOptions) {
      const operation = 'attachments.upload';
      const path = `${recordPath(parent, operation)}/Attachments`;
      const body = new MultipartFile(file);
      const reply = await access.exchange({ operation, effect: 'once', method: 'POST', path, file: body }, context);
      return writtenIn(reply, operation);
    },

    /**
     * The bytes of a file that was listed; null when it does not exist.
     * @throws CrmError when it is larger than `largestBytes`, or without that than any text is; and when fewer bytes came
     * than the list says, as of an answer that was cut off
     */
    async read(
      parent: RecordRef,
      { id, Size }: Pick<Attachment, 'id' | 'Size'>,
      context: CrmCallOptions,
      largestBytes?: number,
    ): Promise<Buffer | null> {
      const operation = 'attachments.read';
      const path = `${recordPath(parent, operation)}/Attachments/${checkedId(id, operation)}`;
      const request = { operation, effect: 'read', method: 'GET', path, isForFile: true } as const;
      const bound = largestBytes === undefined ? {} : { largestAnswerBytes: largestBytes };
      const [bytes] = (await access.exchange({ ...request, ...bound }, context)).rows;
      if (!Buffer.isBuffer(bytes)) return null;
      if (bytes.length < (Size ?? 0)) throw new CrmError({ kind: 'malformed', operation, sent: 'no' });
      return bytes;
    },

    async remove(parent: RecordRef, id: string, context: CrmCallOptions) {
      const operation = 'attachments.remove';
      const path = `${recordPath(parent, operation)}/Attachments/${checkedId(id, operation)}`;
      return removeRecord(access, path, operation, context);
    },
  };
}
