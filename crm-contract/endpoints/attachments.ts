import type { CrmCallOptions } from '../call-options.ts';
import { type FileToUpload, MultipartFile } from '../http/multipart-file.ts';
import { checkedId } from '../record-id.ts';
import { attachmentShape } from '../shapes/attachment.ts';
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

    /** The content of a text file; null when the file does not exist. */
    async read(parent: RecordRef, id: string, context: CrmCallOptions): Promise<string | null> {
      const operation = 'attachments.read';
      const path = `${recordPath(parent, operation)}/Attachments/${checkedId(id, operation)}`;
      const reply = await access.exchange({ operation, effect: 'read', method: 'GET', path, isForFile: true }, context);
      const [text] = reply.rows;
      return typeof text === 'string' ? text : null;
    },

    async remove(parent: RecordRef, id: string, context: CrmCallOptions) {
      const operation = 'attachments.remove';
      const path = `${recordPath(parent, operation)}/Attachments/${checkedId(id, operation)}`;
      return removeRecord(access, path, operation, context);
    },
  };
}
