import { z } from 'zod';

/** A Dutch postcode and house number: what an address is looked up by. In the body, so that no log of a proxy holds it. */
export const addressAsked = z.strictObject({
  zip: z
    .string()
    .trim()
    .regex(/^[1-9]\d{3} ?[a-z]{2}$/i),
  number: z.int().min(1).max(99_999),
});
export type AddressAsked = z.infer<typeof addressAsked>;

/** Answer of `POST /api/contacts/address`: null where it is not known, or cannot be looked up now. */
export const addressFound = z.object({
  result: z.literal(true),
  address: z.object({ street: z.string(), city: z.string() }).nullable(),
});
export type AddressFound = z.infer<typeof addressFound>;
