import { z } from 'zod';
import { dealAnswers } from './answers.ts';
import { isSeen, signedName } from './body-fields.ts';
import { calc, dealStatus, legacyProduct, presentedQuote, quoteArea } from './quote.ts';

const text = z.string().nullable();
const flag = z.boolean();

/** A deal as its own customer sees it: the fields of §3 under the CRM's names, and what the BFF decides about them. */
export const deal = z.object({
  id: z.string(),
  Deal_Name: text,
  Stage: text,
  gaikan_offer_product_type: text,
  /** Whether its product is the one with a survey (§2.5; the supplier is configured). */
  hasSurvey: flag,
  gaikan_deal_version: text,
  survey_1_has_solar_panels: z.boolean().nullable(),
  survey1_number_of_panels: text,
  survey1_panels_age: text,
  gaikan_saltion_battery_modules: text,
  gaikan_saltion_fixed_inverter_kw: text,
  gaikan_self_installation: text,
  survey1_preferred_battery_size: text,
  survey1_battery_box_distance_m: text,
  survey1_calc_complete: flag,
  survey1_calc: calc.nullable(),
  survey1_no_calc: flag,
  products: z.array(legacyProduct),
  gaikan_discount: z.number().nullable(),
  gaikan_discount_reason: text,
  survey1_pending_subsidy: flag,
  survey1_client_visible: flag,
  survey1_approve_clicked: flag,
  /** Only a png or jpeg data URL ever gets here. */
  survey1_signature: text,
  gaikan_signature_plain: text,
  /** Of an older quote that can be financed, as long as the portal offers that (decision F6). */
  financing: z.object({ monthlyEuros: z.number() }).nullable(),
  /** The lender's worked example, where it is about this amount (decision J7). */
  financingExample: text,
  /** The name and address block as it stands on the quote. */
  customer: z.object({
    Full_Name: text,
    Mailing_Street: text,
    Mailing_Zip: text,
    Mailing_City: text,
    Mailing_Country: text,
  }),
  /** SHA-256 (hex) over all that the quote shows; its first eight digits as `XXXX-XXXX` are the "Offertekenmerk" (F1). */
  fingerprint: z.string(),
  kenmerk: z.string(),
  quoteArea,
  status: dealStatus,
  /** Whether the quote is closed because it was calculated from other inputs than the deal has now (decision J1). */
  isOutdated: flag,
  /** Whether a quote that was declined can still be agreed to: it is complete, and released (decision I3). */
  canReconsider: flag,
  /** Whether a colleague granted something for it: then its customer asks for another price (decision J2). */
  isFixed: flag,
  quote: presentedQuote,
  /** When an order was withdrawn from, or a quote refused: ISO time; null where neither was. */
  withdrawnAt: text,
  /** Whether only the portal's note tells of the withdrawal, or only the field; null where both do, or there is none. */
  withdrawalIn: z.enum(['note', 'field']).nullable(),
  declinedAt: text,
  /**
   * Whether the portal itself saw the signature (decision J3): `none` without any evidence, as a predecessor's; `foreign` where
   * the evidence is not the portal's; `unknownKey` where that cannot be checked. Null while unsigned.
   */
  signature: z.enum(['proven', 'none', 'foreign', 'unknownKey']).nullable(),
  /** Of a signature that the portal saw (decision I1); null for any other. */
  signing: z
    .object({
      at: text,
      /** Whether the CRM holds another quote by now than the one that was signed, which is the one shown here. */
      changedSince: flag,
      /** How it is paid, in words, and what the law wants beside a loan that was chosen (decision J7). */
      payment: text,
      loan: z.object({ licenceHolder: z.string(), wording: z.string(), warning: z.string(), example: text }).nullable(),
      /** The terms as they were; without paragraphs where their text is not known any more. */
      terms: z.object({
        version: z.string(),
        paragraphs: z.array(z.object({ title: z.string(), text: z.string() })).nullable(),
      }),
      /** When somebody comes to look, and when it is installed; the latter never within the days to withdraw. */
      siteVisitAt: text,
      installationAt: text,
      /**
       * The customer's own copy: on its way, taken by the CRM's mail, or left to a colleague (decision I2), perhaps of a mail
       * of which nobody knows whether it went.
       */
      copy: z.object({ state: z.enum(['pending', 'sent', 'task']), to: text, at: text, mayBeMailed: flag }),
    })
    .nullable(),
});
export type Deal = z.infer<typeof deal>;

export const dealAnswer = z.object({ deal });
export type DealAnswer = z.infer<typeof dealAnswer>;

/** Body of `POST /api/contacts/deals/{id}/approve`: the intent, the signature, or both (§7.2). */
export const approval = z
  .strictObject({
    survey1_approve_clicked: z.literal(true).optional(),
    gaikan_signature_plain: signedName().optional(),
    fingerprint: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    /** Older quotes: with or without financing (decision F6). */
    financing: z.boolean().optional(),
  })
  .refine((body) => body.survey1_approve_clicked || body.gaikan_signature_plain, {
    message: 'survey1_approve_clicked or gaikan_signature_plain is needed',
  });
export type Approval = z.infer<typeof approval>;

/** What a customer can tell us about a quote or an order, and what we answer once the CRM has it. */

const customerText = z.string().trim().max(2000);

/** Body of `POST /api/contacts/deals/{id}/question`. */
export const question = z.strictObject({ text: customerText.min(1).refine((asked) => isSeen(asked)) });

/** Body of `POST /api/contacts/deals/{id}/decline`. */
export const decline = z.strictObject({ reason: customerText.optional() });

/** Body of `POST /api/contacts/deals/{id}/wish`: what the customer would have otherwise, and why (decision J2). */
export const wish = z.strictObject({ props: dealAnswers, text: customerText.optional() });

/** Answer of a wish. */
export const wishAnswer = z.object({ result: z.literal(true) });

/** When we received it, as ISO time, and about which quote. */
export const receipt = z.object({ at: z.string(), kenmerk: z.string() });
export type Receipt = z.infer<typeof receipt>;

/** Answer of question, decline and `POST …/withdraw`. */
export const receiptAnswer = z.object({ receipt });
export type ReceiptAnswer = z.infer<typeof receiptAnswer>;

/** Answer of `GET …/withdraw`: null when the order stands. */
export const withdrawalAnswer = z.object({ receipt: receipt.nullable() });
export type WithdrawalAnswer = z.infer<typeof withdrawalAnswer>;
