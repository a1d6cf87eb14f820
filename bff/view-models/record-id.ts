import { z } from 'zod';

/** The id of a CRM record: always text, because it exceeds a JavaScript number. */
export const recordId = z.string().regex(/^\d{15,20}$/);
