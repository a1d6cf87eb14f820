import { z } from 'zod';
import { CALL_OUTCOMES, customerWish, leadCard } from './callcenter.ts';

/** What can have happened with a contact. `inbound_call`: the customer called. `callback`: a call that is agreed and not made. */
const TIMELINE_KINDS = [
  'question',
  'wish',
  'decline',
  'approved',
  'signed',
  'withdrawal',
  'call',
  'inbound_call',
  'callback',
  'note',
  'edit',
  'permission',
  'mail',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Plain text; HTML in it is text (decision G8). `title` and `text` of a note are its own. */
const timelineEvent = z.object({
  at: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  /** The colleague, or the customer; null where nobody is named. */
  who: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  dealId: z.string().optional(),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

/** What the CRM told nothing of; the rest is shown without it (decision I14). */
const UNKNOWN_OF_TIMELINE = ['notes', 'calls'] as const;

/** Answer of `…/contacts/{id}/timeline`, newest first (decision J10). */
export const timelineAnswer = z.object({
  result: z.object({
    events: z.array(timelineEvent),
    /** By deal: what its customer asked to have otherwise last (decision J2). */
    wishes: z.record(z.string(), customerWish),
    /** When the personal link was mailed last. */
    linkSentAt: z.string().nullable(),
    unknown: z.array(z.enum(UNKNOWN_OF_TIMELINE)).optional(),
  }),
});
export type TimelineAnswer = z.infer<typeof timelineAnswer>;

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
  what: z.enum(['answers', 'approved', 'signed', 'question', 'wish', 'decline', 'withdrawal', 'edit', 'details']),
  /** Absent for the contact's own details. */
  dealId: z.string().optional(),
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
