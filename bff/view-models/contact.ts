import { z } from 'zod';
import { MAIL_ADDRESS, trimAddress } from './choices.ts';
import { dealStatus } from './quote.ts';

export const dealSummary = z.object({
  id: z.string(),
  Deal_Name: z.string().nullable(),
  gaikan_offer_product_type: z.string().nullable(),
  gaikan_deal_version: z.string().nullable(),
  survey1_calc_complete: z.boolean(),
  status: dealStatus,
  /** Whether the CRM's stage counts as lost (decision J9). A lost order is not planned, and nothing is paid for it. */
  isLost: z.boolean(),
  /** The offered product and the price to pay, in euros; null if there is no quote to decide on. */
  offer: z
    .object({
      modules: z.number().nullable(),
      kwh: z.number().nullable(),
      price: z.number().nullable(),
      /** The words about its btw. */
      priceVat: z.string(),
    })
    .nullable(),
  /** The deal's owner, with the details in the portal file; null if the owner is not known staff. */
  adviser: z.object({ name: z.string(), phone: z.string().nullable(), photo: z.string().nullable() }).nullable(),
});
export type DealSummary = z.infer<typeof dealSummary>;

const text = z.string().nullable();

/** The customer's name and address on a quote. */
export const quotedCustomer = z.object({
  Full_Name: text,
  Mailing_Street: text,
  Mailing_Zip: text,
  Mailing_City: text,
  Mailing_Country: text,
});

/** The customer on a quote, with the other fields that an order needs. */
export const dealCustomer = quotedCustomer.extend({
  id: z.string(),
  First_Name: text,
  Last_Name: text,
  Phone: text,
  Email: text,
});

export type DealCustomer = z.infer<typeof dealCustomer>;

/** The customer's own data: the fields above, and the answers of the survey of /pages. */
export const ownData = dealCustomer.extend({
  Mailing_State: text,
  survey_1_has_solar_panels: z.boolean().nullable(),
  survey1_number_of_panels: text,
  survey1_panels_age: text,
  survey1_preferred_battery_size: text,
  survey1_battery_box_distance_m: text,
});

/** The contact of a survey hash, as the customer sees it. Never contains the hash or `survey1_url` (decision B1). */
export const contact = ownData.extend({
  deals: z.array(dealSummary),
  /**
   * The prices of the survey's answers, in euros incl. btw: a metre of cable beyond the included metres, and one, two
   * and more modules, installed. Null if the price list has no price; missing until the price list is read, and always
   * at the desk.
   */
  prices: z.object({ metre: z.number().nullable(), modules: z.array(z.number().nullable()) }).optional(),
});
export type Contact = z.infer<typeof contact>;

/** Answer of `GET|POST /api/contacts/verify`. An unknown hash answers 404 with `result: false` in an error body. */
export const verified = z.object({ result: z.literal(true), contact });
export type Verified = z.infer<typeof verified>;

/** Answer of `POST /api/contacts/contactDetails`: what the CRM confirmed. */
export const detailsSaved = z.object({ result: z.literal(true), saved: z.array(z.string()) });
export type DetailsSaved = z.infer<typeof detailsSaved>;

/** Answer of `POST /api/contacts/link`: the same sentence for everybody (decision B4). */
export const linkRequested = z.object({ message: z.string() });
export type LinkRequested = z.infer<typeof linkRequested>;

/** Answer of `GET /api/contacts/permission`: when permission to call was given, in the CRM's format (decision I12). */
export const callPermission = z.object({ portal_call_permission_at: z.string().nullable() });
export type CallPermission = z.infer<typeof callPermission>;

/**
 * Body of `POST /api/contacts/survey`: the survey of /pages is complete; the address is only passed to the owner (B3).
 */
export const finishedSurvey = z.strictObject({
  email: z
    .string()
    .max(200)
    .transform(trimAddress)
    .pipe(z.email({ pattern: MAIL_ADDRESS }))
    .optional(),
});

/** The result: whether there is an address to mail the offer to. */
export const surveyReceived = z.object({ result: z.literal(true), byEmail: z.boolean() });
export type SurveyReceived = z.infer<typeof surveyReceived>;

/** A Dutch postcode and house number for the address lookup. In the body, to keep it out of proxy logs. */
export const addressAsked = z.strictObject({
  zip: z
    .string()
    .trim()
    .regex(/^[1-9]\d{3} ?[a-z]{2}$/i),
  number: z.int().min(1).max(99_999),
});
export type AddressAsked = z.infer<typeof addressAsked>;

/** Answer of `POST /api/contacts/address`: null if it is unknown, or cannot be looked up now. */
export const addressFound = z.object({
  result: z.literal(true),
  address: z.object({ street: z.string(), city: z.string() }).nullable(),
});
export type AddressFound = z.infer<typeof addressFound>;
