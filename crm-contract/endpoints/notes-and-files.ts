import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { CrmError } from '../errors.ts';
import { type FileToUpload, MultipartFile } from '../http/send.ts';
import { checkedId, count, fieldsOf, instant, lookup, recordId, text } from '../shapes/read-record.ts';
import type { RelatedEndpoint } from './lists.ts';
import { type Access, checked, createRecord, type RecordRef, recordPath, removeRecord, writtenIn } from './records.ts';

export function attachmentsEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    listFor: (parent: RecordRef, context: CrmCallOptions) =>
      related.list(parent, 'Attachments', attachmentShape, context),

    async upload(parent: RecordRef, file: FileToUpload, context: CrmCallOptions) {
      const operation = 'attachments.upload';
      const path = `${recordPath(parent, operation)}/Attachments`;
      const body = new MultipartFile(file);
      const reply = await access.exchange({ operation, effect: 'once', method: 'POST', path, file: body }, context);
      return writtenIn(reply, operation);
    },

    /**
     * The bytes of a listed file; null if it does not exist.
     * @throws CrmError if it is larger than `largestBytes` (by default the limit for texts), or if the answer has fewer
     * bytes than listed because it was cut off
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

/** The id of a stored file is not a record id: the CRM documents it as encrypted text. */
const storedFile = z.object({ id: z.string().regex(/^[\w-]{1,255}$/) });

export function filesEndpoint(access: Access) {
  return {
    /**
     * Uploads a file to the CRM's file store for mail attachments; returns its id. A repeat after a lost answer stores
     * it twice, which is harmless.
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

export function notesEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    /** The notes on a record, newest first. */
    async listFor(parent: RecordRef, context: CrmCallOptions) {
      const notes = await related.list(parent, 'Notes', noteShape, context, { sortBy: 'Created_Time' });
      // Sorted here too, as instants: offsets differ between texts, and the CRM's order is not guaranteed.
      return notes.sort((a, b) => momentOf(b) - momentOf(a));
    },

    /**
     * Adds a note to a record. The parent is in both path and body, because the API version decides which one counts.
     */
    async create(parent: RecordRef, note: NewNote, context: CrmCallOptions) {
      const operation = 'notes.create';
      const record = {
        ...checked(newNote, note, operation),
        Parent_Id: { module: { api_name: parent.module }, id: checkedId(parent.id, operation) },
      };
      return createRecord(access, `${recordPath(parent, operation)}/Notes`, record, operation, context);
    },

    /** Deletes a note, e.g. the second copy of one that was created twice. */
    remove: async (id: string, context: CrmCallOptions) =>
      removeRecord(access, `/Notes/${checkedId(id, 'notes.remove')}`, 'notes.remove', context),
  };
}

const momentOf = (note: Note) => Date.parse(note.Created_Time ?? '') || 0;

/** Plain text on a record; HTML in it is treated as text. */
export const noteShape = z.object({
  id: recordId,
  Note_Title: text,
  Note_Content: text,
  Owner: lookup,
  Created_By: lookup,
  Created_Time: instant,
  Modified_Time: instant,
});
export type Note = z.output<typeof noteShape>;
export const NOTE_FIELDS = fieldsOf(noteShape);

/**
 * A new note. The CRM allows 120 characters for the title and 65,535 for the content (crm-api §4.2). Our limit for the
 * content is 30,000.
 */
const newNote = z.strictObject({ Note_Title: z.string().max(120), Note_Content: z.string().max(30_000) });
export type NewNote = z.input<typeof newNote>;

/** A file attached to a record. `Size` is in bytes (the CRM sends it as text). */
export const attachmentShape = z.object({
  id: recordId,
  File_Name: text,
  Size: count,
  Created_By: lookup,
  Created_Time: instant,
  Modified_Time: instant,
});
export type Attachment = z.output<typeof attachmentShape>;
