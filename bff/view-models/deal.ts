import { z } from 'zod';
import { dealAnswers, dealInputsRead } from './answers.ts';
import { isSeen, signedName } from './body-fields.ts';
import { dealCustomer, dealSummary, quotedCustomer } from './contact.ts';
import { calc, dealStatus, legacyProduct, presentedQuote, quoteArea } from './quote.ts';

const text = z.string().nullable();
const flag = z.boolean();

/** The lender's texts with a monthly amount, and the worked example if it is about this amount (decision J7). */
const loan = z.object({ licenceHolder: z.string(), wording: z.string(), warning: z.string(), example: text });

/** When to pay which part. */
const payments = z.array(z.object({ when: z.string(), euros: z.number() }));

/** The conditions that a signature agrees to, in addition to the quote; from the portal file. */
const conditions = z.object({
  terms: z.object({ version: z.string(), paragraphs: z.array(z.object({ title: z.string(), text: z.string() })) }),
  /** The parts of a payment without financing; empty if the portal file has none. */
  payments,
  /** Null without an offer of financing. */
  loan: loan.nullable(),
  /** The legal guarantee in words, and the digests of the images of both guarantees. */
  guarantee: z.object({ text, notice: text, label: text }),
});
export type Conditions = z.infer<typeof conditions>;

/** A deal as its customer sees it: the fields of §3 under the CRM's names, and states derived by the BFF. */
export const deal = z.object({
  id: z.string(),
  Deal_Name: text,
  Stage: text,
  gaikan_offer_product_type: text,
  /** Whether its product has a survey (§2.5; the supplier is configurable). */
  hasSurvey: flag,
  ...dealInputsRead,
  survey1_calc_complete: flag,
  survey1_calc: calc.nullable(),
  survey1_no_calc: flag,
  products: z.array(legacyProduct),
  survey1_pending_subsidy: flag,
  survey1_client_visible: flag,
  survey1_approve_clicked: flag,
  /** Always a png or jpeg data URL. */
  survey1_signature: text,
  gaikan_signature_plain: text,
  /** For an older quote, if the portal offers financing for it (decision F6). */
  financing: z.object({ monthlyEuros: z.number() }).nullable(),
  /** Today's conditions, which the fingerprint covers; null without an open quote. */
  conditions: conditions.nullable(),
  /** As on the quote. */
  customer: quotedCustomer,
  /**
   * The contact's details as they are now, even if an order was signed with other ones. A page that reads the deal
   * shows the present ones.
   */
  contact: dealCustomer,
  /**
   * SHA-256 (hex) over everything the quote shows; its first eight digits as `XXXX-XXXX` are the "Offertekenmerk" (F1).
   */
  fingerprint: z.string(),
  kenmerk: z.string(),
  quoteArea,
  status: dealStatus,
  /** As in the list of deals. */
  offer: dealSummary.shape.offer,
  isLost: dealSummary.shape.isLost,
  /** Whether the quote is blocked because the deal's inputs have changed since its calculation (decision J1). */
  isOutdated: flag,
  /** Whether a declined quote can still be agreed to: it is complete, and released (decision I3). */
  canReconsider: flag,
  /** Whether a colleague made a concession: then its customer has to request changes of the price (decision J2). */
  isFixed: flag,
  quote: presentedQuote,
  /** When an order was withdrawn, or a quote declined: ISO time; null if neither happened. */
  withdrawnAt: text,
  /** Set if only the portal's note or only the field records the withdrawal. */
  withdrawalIn: z.enum(['note', 'field']).nullable(),
  /** The masked address that the receipt of a withdrawal is mailed to; null if the portal cannot mail it. */
  receiptTo: text,
  declinedAt: text,
  /**
   * Whether the portal itself recorded the signature (decision J3): `none` without evidence, as with a predecessor's;
   * `foreign` if the evidence is not the portal's; `unknownKey` if it cannot be verified. Null while unsigned.
   */
  signature: z.enum(['proven', 'none', 'foreign', 'unknownKey']).nullable(),
  /** Details of a proven signature (decision I1); null for any other. */
  signing: z
    .object({
      at: text,
      /** Whether the CRM's quote now differs from the signed quote, which is the one shown here. */
      changedSince: flag,
      /** Payment in words, and the legally required texts of a chosen loan (decision J7). */
      payment: text,
      loan: loan.nullable(),
      /** As shown with the quote; empty if none were shown or recorded. */
      payments,
      /** The terms as signed; without paragraphs if their text is no longer known. */
      terms: z.object({
        version: z.string(),
        paragraphs: z.array(z.object({ title: z.string(), text: z.string() })).nullable(),
      }),
      /**
       * The moments of the site visit and the installation. An installation within the withdrawal period is left out.
       */
      siteVisitAt: text,
      installationAt: text,
      /**
       * The customer's own copy: pending, accepted by the CRM's mail, or left to a colleague (decision I2).
       * `mayBeMailed`: it is unknown whether a mail was sent.
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

/** A customer's message about a quote or an order, and our answer once the CRM has it. */

const customerText = z.string().trim().max(2000);

/** Body of `POST /api/contacts/deals/{id}/question`. */
export const question = z.strictObject({ text: customerText.min(1).refine((asked) => isSeen(asked)) });

/** Body of `POST /api/contacts/deals/{id}/decline`. */
export const decline = z.strictObject({ reason: customerText.optional() });

/** Body of `POST /api/contacts/deals/{id}/wish`: the requested changes, and why (decision J2). */
export const wish = z.strictObject({ props: dealAnswers, text: customerText.optional() });

/** Answer of `…/wish` and `…/viewed`. */
export const done = z.object({ result: z.literal(true) });

/** When we received it, as ISO time, and for which quote. */
export const receipt = z.object({ at: z.string(), kenmerk: z.string() });
export type Receipt = z.infer<typeof receipt>;

/** Answer of question, decline and `POST …/withdraw`. */
export const receiptAnswer = z.object({ receipt });
export type ReceiptAnswer = z.infer<typeof receiptAnswer>;

/** Answer of `GET …/withdraw`: null if the order is not withdrawn. */
export const withdrawalAnswer = z.object({ receipt: receipt.nullable() });
export type WithdrawalAnswer = z.infer<typeof withdrawalAnswer>;
