import { z } from 'zod';
import { count, instant, lookup, recordId, text } from './tolerant.ts';

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
