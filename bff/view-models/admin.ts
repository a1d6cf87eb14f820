import { z } from 'zod';

/** Somebody who can own records in the CRM: what "Gebruiker?" and the owner editor list (§2.7, §2.10). */
export const owner = z.object({ id: z.string(), name: z.string() });
export type Owner = z.infer<typeof owner>;

/**
 * Answer of `POST /api/admin/login`; a wrong password is 401 `password`, too many tries 429 `too_many`. The token goes along
 * as `x-device-token`: then others at the same address who guess passwords keep nobody out.
 */
export const loggedIn = z.object({ result: z.literal(true), deviceToken: z.string() });
export type LoggedIn = z.infer<typeof loggedIn>;
