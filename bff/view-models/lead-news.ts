import { z } from 'zod';
import { CALL_OUTCOMES, leadCard } from './callcenter.ts';

/** What a colleague recorded about a lead last; `at` is our server's clock, as is a contact's `readAt`. */
const leadNews = z.object({
  at: z.string(),
  by: z.string().nullable(),
  action: z.enum([...CALL_OUTCOMES, 'undo']),
  dealId: z.string(),
});
export type LeadNews = z.infer<typeof leadNews>;

/** What a lead's customer did, or that a colleague edited the quote. */
const leadTold = z.object({
  at: z.string(),
  /** The colleague who edited. */
  by: z.string().nullable(),
  what: z.enum(['answers', 'approved', 'signed', 'question', 'wish', 'decline', 'withdrawal', 'edit']),
  dealId: z.string(),
});
export type LeadTold = z.infer<typeof leadTold>;

/** Answer of `POST …/contacts/{id}/presence` (body `{open: true|false}`, `x-owner-id` says who): who else has it open. */
export const presenceAnswer = z.object({
  result: z.object({
    openedBy: leadCard.shape.openedBy,
    /** There when the contact is known to be tagged "niet-bellen" by now. */
    doNotCall: z.literal(true).optional(),
    news: leadNews.optional(),
    told: leadTold.optional(),
  }),
});
export type PresenceAnswer = z.infer<typeof presenceAnswer>;
