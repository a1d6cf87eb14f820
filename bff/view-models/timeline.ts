import { z } from 'zod';
import { CALL_OUTCOMES } from './call-outcomes.ts';
import { customerWish, leadCard } from './callcenter.ts';

/**
 * The kinds of events of a contact. `inbound_call`: the customer called. `callback`: a scheduled call that is still
 * open.
 */
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

/** Plain text; HTML in it is treated as text (decision G8). A note keeps its own `title` and `text`. */
const timelineEvent = z.object({
  at: z.string(),
  kind: z.enum(TIMELINE_KINDS),
  /** The colleague, or the customer; null if nobody is named. */
  who: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  dealId: z.string().optional(),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

/** Answer of `…/contacts/{id}/timeline`, newest first (decision J10). */
export const timelineAnswer = z.object({
  result: z.object({
    events: z.array(timelineEvent),
    /** By deal: its customer's last change request (decision J2). */
    wishes: z.record(z.string(), customerWish),
    /** When the desk last mailed the present link to the present address. */
    linkSentAt: z.string().nullable(),
    /** Parts that the CRM refused; the rest is shown without them (decision I14). */
    unknown: z.array(z.enum(['notes', 'calls'])).optional(),
  }),
});
export type TimelineAnswer = z.infer<typeof timelineAnswer>;

/** The last outcome that a colleague recorded for a lead; `at` uses our server's clock, like a contact's `readAt`. */
const leadNews = z.object({
  at: z.string(),
  by: z.string().nullable(),
  action: z.enum([...CALL_OUTCOMES, 'undo']),
  dealId: z.string(),
});
export type LeadNews = z.infer<typeof leadNews>;

/** What a lead's customer did, an edit by a colleague, or a deal that the CRM no longer holds open. */
const leadTold = z.object({
  at: z.string(),
  /** The colleague who edited. */
  by: z.string().nullable(),
  what: z.enum([
    'answers',
    'approved',
    'signed',
    'question',
    'wish',
    'decline',
    'withdrawal',
    'edit',
    'details',
    'photos',
    'closed',
  ]),
  /** Absent for the contact's own details and photos. */
  dealId: z.string().optional(),
});
export type LeadTold = z.infer<typeof leadTold>;

/** Answer of `POST …/contacts/{id}/presence` (body `{open: true|false, page}`, with `x-owner-id`): who else has it open. */
export const presenceAnswer = z.object({
  result: z.object({
    openedBy: leadCard.shape.openedBy,
    /** As in the contact. */
    doNotCall: z.boolean().nullable(),
    news: leadNews.optional(),
    told: leadTold.optional(),
  }),
});
export type PresenceAnswer = z.infer<typeof presenceAnswer>;
