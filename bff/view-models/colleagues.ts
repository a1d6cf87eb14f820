import { z } from 'zod';

/** A possible owner of CRM records: listed by "Gebruiker?" and the owner editor (§2.7, §2.10). */
export const owner = z.object({ id: z.string(), name: z.string() });
export type Owner = z.infer<typeof owner>;

/**
 * Answer of `POST /api/admin/login`; a wrong password is 401 `password`, too many attempts 429 `too_many`. The browser
 * sends the token as `x-device-token`, so that password guessing by others at the same address does not block it.
 */
export const loggedIn = z.object({ result: z.literal(true), deviceToken: z.string() });
export type LoggedIn = z.infer<typeof loggedIn>;
