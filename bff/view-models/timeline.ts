import { z } from 'zod';
import { customerWish } from './callcenter.ts';

/** What can have happened with a contact. `inbound_call`: the customer called. `callback`: a call that is agreed and not made. */
export const TIMELINE_KINDS = [
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
export const UNKNOWN_OF_TIMELINE = ['notes', 'calls'] as const;

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
