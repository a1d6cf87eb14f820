import { z } from 'zod';

// The stored shape of evidence, version 1. It names every field itself and imports no view model: what a screen shows may
// change, what was signed may not. A field is never removed or given another meaning here; a new one is optional.

const text = z.string();
const fact = text.nullable();
const figure = z.number().nullable();
const flag = z.boolean();
const size = z.object({ size: figure }).nullable();

const row = z.object({ id: fact, name: text, type: text, amount: figure, pricePer: figure, priceTotal: figure });
const product = z.object({ id: fact, Product_Name: text, Unit_Price: figure });
const input = z.union([text, z.number()]).nullable();

const calc = z.object({
  output: z.object({ products: z.array(row) }),
  quote: z.object({ products: z.array(product), battery: size, inverter: size }),
  priceCalc: z.object({ productUnitPriceSum: figure, vat: figure, finalInclVat: figure }),
  module: z.object({ num_modules: z.number(), kwh: z.number() }).nullable(),
  /** Absent from a quote by hand. */
  inputs: z
    .object({
      gaikan_deal_version: input,
      gaikan_saltion_battery_modules: input,
      survey1_battery_box_distance_m: input,
      gaikan_saltion_fixed_inverter_kw: input,
      gaikan_self_installation: input,
      survey1_preferred_battery_size: input,
      gaikan_discount: input,
      gaikan_discount_reason: input,
    })
    .partial()
    .optional(),
  priceRise: z.object({ before: z.number(), now: z.number() }).optional(),
});

/** The quote as its customer was shown it. */
const shown = z.object({
  id: text,
  Deal_Name: fact,
  gaikan_deal_version: fact,
  survey1_calc: calc.nullable(),
  products: z.array(product),
  gaikan_self_installation: fact,
  survey1_no_calc: flag,
  gaikan_discount: figure,
  gaikan_discount_reason: fact,
  survey1_pending_subsidy: flag,
  customer: z.object({
    Full_Name: fact,
    Mailing_Street: fact,
    Mailing_Zip: fact,
    Mailing_City: fact,
    Mailing_Country: fact,
  }),
  financing: z.object({ monthlyEuros: z.number() }).nullable(),
});
export type SignedQuote = z.infer<typeof shown>;

/** Of a deal as it is shown, what a signature is about. */
export function quoteToSign(deal: SignedQuote): SignedQuote {
  return shown.parse(deal);
}

/** The facts of a signature (decision I1): all of them are proven. */
export const facts = z.object({
  schema: z.literal(1),
  dealId: text,
  /** Whose deal it was when it was signed: a merge of contacts gives the deal to another one later. */
  contactId: text,
  /** Stands for the press of the button: the same press, sent again, finds its own signature by it. */
  ref: fact,
  /** ISO time of our own server. */
  signedAt: z.iso.datetime(),
  /** As typed. */
  name: text,
  /** Where the copy goes, as far as it was known. */
  email: fact,
  button: text,
  fingerprint: text.regex(/^[0-9a-f]{64}$/),
  /** Whether the browser said which quote it showed, or the quote was bound as the CRM held it. */
  confirmedByCustomer: flag,
  /** With or without financing, in words; null where there was nothing to choose. */
  payment: fact,
  /** What stood beside the financing that was chosen; null where none was. */
  loan: z.object({ licenceHolder: text, wording: text, warning: text, example: fact }).nullable(),
  termsVersion: text,
  /** Of their text, which somebody may change without giving it another version. */
  termsDigest: text,
  /** Their text; null where it did not fit. */
  terms: z.array(z.object({ title: text, text })).nullable(),
  /** What the quote was subject to, in words. */
  notices: z.array(text),
  ip: fact,
  userAgent: fact,
  /** Staff changed the customer's e-mail address, and within a day the link was mailed (decision J13). */
  addressChange: z.object({ changedAt: z.iso.datetime(), linkSentAt: z.iso.datetime() }).optional(),
  shown,
  /** What did not fit, and where it was cut. */
  cut: z.array(text),
});
export type SignatureFacts = z.infer<typeof facts>;
export type AddressChange = NonNullable<SignatureFacts['addressChange']>;

/**
 * Beside the facts and not proven, because it changes after the signature: who makes the copy for the customer, until when nobody else
 * may, and whether a colleague was asked instead.
 */
export const copyState = z.object({
  email: fact,
  heldBy: text,
  heldUntil: z.iso.datetime(),
  isTask: flag,
  /** With a task: nobody knows whether the mail went. */
  mayBeMailed: flag.optional(),
});
export type CopyState = z.infer<typeof copyState>;
