import { z } from 'zod';
import { lookup, recordId, text } from './tolerant.ts';

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

/** The token's own user, whose profile decides what it may write. */
export const ownUserShape = userShape.extend({ profile: lookup });
export type OwnUser = z.output<typeof ownUserShape>;
