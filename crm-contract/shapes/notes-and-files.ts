import { z } from 'zod';
import { count, fieldsOf, instant, lookup, recordId, text } from './read-record.ts';

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
 * A new note. The CRM's limits are 120 characters for the title and 65,535 for the content (crm-api §4.2); ours is
 * 30,000.
 */
export const newNote = z.strictObject({ Note_Title: z.string().max(120), Note_Content: z.string().max(30_000) });
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
