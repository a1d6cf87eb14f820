import { z } from 'zod';
import { dealAnswers } from './answers.ts';
import { isSeen } from './body-fields.ts';

/** What a customer can tell us about a quote or an order, and what we answer once the CRM has it. */

const text = z.string().trim().max(2000);

/** Body of `POST /api/contacts/deals/{id}/question`. */
export const question = z.strictObject({ text: text.min(1).refine((asked) => isSeen(asked)) });

/** Body of `POST /api/contacts/deals/{id}/decline`. */
export const decline = z.strictObject({ reason: text.optional() });

/** Body of `POST /api/contacts/deals/{id}/wish`: what the customer would have otherwise, and why (decision J2). */
export const wish = z.strictObject({ props: dealAnswers, text: text.optional() });

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
