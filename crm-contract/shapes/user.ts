import { z } from 'zod';
import { recordId, text } from './tolerant.ts';

/** A user of the CRM. The users endpoint spells its keys in lower case. */
export const userShape = z.object({
  id: recordId,
  full_name: text,
  first_name: text,
  last_name: text,
  email: text,
  status: text,
});
export type User = z.output<typeof userShape>;
