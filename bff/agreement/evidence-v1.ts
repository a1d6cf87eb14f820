import { z } from 'zod';

// The stored shape of evidence, version 1. This file names every field itself and imports no view model, because
// screens may change but signed facts may not. Fields are never removed or redefined here; new ones are optional.

const text = z.string();
const fact = text.nullable();
const figure = z.number().nullable();
const flag = z.boolean();
const size = z.object({ size: figure }).nullable();

const row = z.object({ id: fact, name: text, type: text, amount: figure, pricePer: figure, priceTotal: figure });
const product = z.object({ id: fact, Product_Name: text, Unit_Price: figure });

const calc = z.object({
  output: z.object({ products: z.array(row) }),
  quote: z.object({ products: z.array(product), battery: size, inverter: size }),
  priceCalc: z.object({ productUnitPriceSum: figure, vat: figure, finalInclVat: figure }),
  module: z.object({ num_modules: z.number(), kwh: z.number() }).nullable(),
  /** By field of the deal, as stored with the calculation; missing in a manual quote. */
  inputs: z.record(text, z.union([text, z.number()]).nullable()).optional(),
  priceRise: z.object({ before: z.number(), now: z.number() }).optional(),
});

/** The quote as the customer saw it. */
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

/** The part of a shown deal that a signature covers. */
export function quoteToSign(deal: SignedQuote): SignedQuote {
  return shown.parse(deal);
}

/** The facts of a signature (decision I1): all of them are proven. */
export const facts = z.object({
  schema: z.literal(1),
  dealId: text,
  /** The contact when the deal was signed: a merge of contacts may move the deal later. */
  contactId: text,
  /** Identifies the request, so that a repeat of the request finds its own signature. */
  ref: fact,
  /** ISO time of our server. */
  signedAt: z.iso.datetime(),
  /** As typed. */
  name: text,
  /** The copy's recipient, as far as known. */
  email: fact,
  button: text,
  fingerprint: text.regex(/^[0-9a-f]{64}$/),
  /** True if the browser sent the fingerprint of the quote it showed; false if the quote was taken from the CRM. */
  confirmedByCustomer: flag,
  /** With or without financing, in words; null if there was no choice. */
  payment: fact,
  /** The texts shown with the chosen financing; null if none was chosen. */
  loan: z.object({ licenceHolder: text, wording: text, warning: text, example: fact }).nullable(),
  /** The parts of the price as shown, each with its due moment; missing if none were shown. */
  payments: z.array(z.object({ when: text, euros: z.number() })).optional(),
  /** The seller that sold it; missing in older evidence. */
  seller: z
    .object({ name: text, street: text, zipCity: text, kvk: text, vatId: text, phone: text, email: text })
    .optional(),
  /** The name that the seller goes by, as shown; missing in older evidence. */
  brand: text.optional(),
  /** The legal guarantee as shown, and the digests of the images of both guarantees; missing in older evidence. */
  guarantee: z.object({ text: fact, notice: fact, label: fact }).optional(),
  termsVersion: text,
  /** Digest of the text of the terms, which may change without a new version. */
  termsDigest: text,
  /** The text of the terms; null if it did not fit. */
  terms: z.array(z.object({ title: text, text })).nullable(),
  /**
   * Digest of all texts of the conditions, as in the fingerprint. Older evidence lacks it, and an older fingerprint
   * does not include it.
   */
  conditionsDigest: text.optional(),
  /** The conditions of the quote, in words. */
  notices: z.array(text),
  ip: fact,
  userAgent: fact,
  /** Staff changed the customer's e-mail address, and the link was mailed within a day (decision J13). */
  addressChange: z.object({ changedAt: z.iso.datetime(), linkSentAt: z.iso.datetime() }).optional(),
  /**
   * The deal's stage when it was signed, if that stage counted as lost. As long as the deal is still in this stage, the
   * order does not count as lost.
   */
  lostStage: text.optional(),
  shown,
  /** Facts that did not fit, and where they were cut. */
  cut: z.array(text),
});
export type SignatureFacts = z.infer<typeof facts>;
export type AddressChange = NonNullable<SignatureFacts['addressChange']>;

/**
 * The state of the customer's copy: the process that makes it, the end of that process's lease, and whether a colleague
 * was asked instead. The state is stored next to the facts without proof, because it changes after signing.
 */
export const copyState = z.object({
  email: fact,
  heldBy: text,
  heldUntil: z.iso.datetime(),
  isTask: flag,
  /** Set with a task if the mail may have been sent. */
  mayBeMailed: flag.optional(),
});
export type CopyState = z.infer<typeof copyState>;
