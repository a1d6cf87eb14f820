import { z } from 'zod';
import { owner } from './admin.ts';
import { pricedAnswers } from './answers.ts';
import { recordId } from './body-fields.ts';
import { contact } from './contact.ts';
import { deal } from './deal.ts';
import { PRICE_INPUT_NAMES } from './quote.ts';

const text = z.string().nullable();

/** The seven call outcomes of §4, in the order of the panel. */
export const CALL_OUTCOMES = [
  'gaikan_call_later',
  'skip',
  'gaikan_called_noanswer',
  'not_interested',
  'not_interested_price',
  'approve',
  'appointment',
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** The edits of a quote that can be taken back like an outcome (decision I10). */
export const UNDOABLE_EDITS = ['discount', 'upgrade-deal-version'] as const;
export type UndoableEditName = (typeof UNDOABLE_EDITS)[number];

/**
 * Where a lead stands in the queue (decisions G1, I7), in the queue's order: an agreed moment that has come · said yes and
 * did not sign · never called · whether anybody called was not looked up yet · did not answer · agreed for later · spoken
 * to, nothing agreed.
 */
export const LEAD_GROUPS = ['due', 'approved', 'new', 'unread', 'no_answer', 'later', 'spoken'] as const;
export type LeadGroup = (typeof LEAD_GROUPS)[number];

/** Who else has a lead open right now. */
const openedBy = z.array(z.object({ name: z.string(), since: z.string() }));

/** Why a lead is not handed out now, and after a call until when (decision J9). */
const heldBack = z.discriminatedUnion('why', [
  z.object({ why: z.enum(['no_number', 'no_permission', 'most_attempts', 'said_no']) }),
  z.object({ why: z.enum(['pause', 'appointment']), until: z.string() }),
]);
export type HeldBack = z.infer<typeof heldBack>;

/** A card of the list "Leads": a contact with an open deal. Moments are ISO 8601 with an offset. */
export const leadCard = z.object({
  id: z.string(),
  owner: owner.nullable(),
  Full_Name: text,
  Lead_Owner_Flow: text,
  Phone: text,
  Email: text,
  Mailing_Zip: text,
  Mailing_City: text,
  /** Of the deal that was approved, else of the newest open one: its stage, and what it is worth incl. btw. */
  Stage: text,
  Amount: z.number().nullable(),
  group: z.enum(LEAD_GROUPS),
  /** The earliest call that is agreed and not made. */
  callback: text,
  /** Who agreed it and is to make it; null where anybody may. */
  callbackOwner: owner.nullable(),
  /** How often somebody called. */
  attempts: z.number(),
  lastOutcome: z.enum(CALL_OUTCOMES).nullable(),
  lastCallAt: text,
  openedBy,
  heldBack: heldBack.optional(),
  /** What the customer asked last, while the task about it is open. */
  message: z.enum(['question', 'wish']).optional(),
});
export type LeadCard = z.infer<typeof leadCard>;

/** So many leads a browser holds; of a longer list it gets the first, in calling order. */
export const MOST_LEADS = 5_000;

/** Narrows `GET /api/admin/callcenter`: to the contacts and callbacks of `x-owner-id`, and to what a search finds. */
export const leadListAsk = z.strictObject({ mine: z.literal('1').optional(), search: z.string().max(200).optional() });

/** What the CRM left out about the leads; the list goes on without it. */
export const UNKNOWN_OF_LEADS = ['do_not_call', 'call_history', 'callbacks', 'messages', 'stages', 'users'] as const;

/**
 * Answer of `GET /api/admin/callcenter`: the first {@link MOST_LEADS} in the order of G1; `count` is how many there are,
 * `readAt` when, by our server's clock.
 */
export const leadList = z.object({
  result: z.object({
    contacts: z.array(leadCard),
    count: z.number(),
    readAt: z.string(),
    unknown: z.array(z.enum(UNKNOWN_OF_LEADS)).optional(),
    /** How many are known, while all of them are read for the first time. */
    known: z.number().optional(),
    /** Too few of the CRM's credits are left of the day: the list is as it was at `readAt`. */
    stopped: z.literal(true).optional(),
  }),
});
export type LeadListAnswer = z.infer<typeof leadList>;

/** Asks what outcomes changed of a list that was read then. */
export const leadChangesAsk = z.strictObject({ since: z.iso.datetime() });

/**
 * Answer of `GET /api/admin/callcenter/changes`, from the portal's own memory: who left the list, and in the queue's order
 * whose card is another one or stands elsewhere by now, each with the contact before it.
 */
export const leadChangesAnswer = z.object({
  result: z.literal(true),
  gone: z.array(z.string()),
  changed: z.array(z.object({ lead: leadCard, after: z.string().nullable() })),
});
export type LeadChanges = Omit<z.infer<typeof leadChangesAnswer>, 'result'>;

/**
 * Body of `POST /api/admin/callcenter/next`: which lead is left behind, and whether only one's own are wanted. Asked `ahead`,
 * while the outcome of `after` is being recorded: that lead stays one's own, and the next one is kept for a minute.
 */
export const nextLeadAsk = z.strictObject({
  after: recordId.nullish().transform((id) => id ?? undefined),
  mine: z.boolean().optional(),
  ahead: z.boolean().optional(),
});
export type NextLeadAsk = z.infer<typeof nextLeadAsk>;

/** The lead that was handed out, claimed for `x-owner-id`; null when nobody is to be called. */
export const nextLeadAnswer = z.object({ result: z.literal(true), contactId: z.string().nullable() });
export type NextLeadAnswer = z.infer<typeof nextLeadAnswer>;

/** How it stands with somebody whom the search of the whole CRM found. */
const CONTACT_STATES = ['open', 'closed', 'signed', 'withdrawn', 'declined', 'do_not_call', 'no_deal'] as const;

/** `q` of `GET /api/admin/callcenter/search`: three characters or more. */
export const searchAsk = z.strictObject({ q: z.string().max(200).optional() });

const foundContact = z.object({
  id: z.string(),
  Full_Name: text,
  Phone: text,
  Email: text,
  state: z.enum(CONTACT_STATES),
});
export type FoundContact = z.infer<typeof foundContact>;

export const searchAnswer = z.object({
  result: z.literal(true),
  contacts: z.array(foundContact),
  /** There are more than the answer holds. */
  more: z.literal(true).optional(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

/** What staff must know about a deal and a customer must not see; each has a Dutch sentence in the web's texts. */
const DEAL_WARNINGS = [
  /** The older format keeps its products in two places that differ. */
  'products_differ',
  /** `gaikan_deal_version` is neither empty nor "2". */
  'unknown_version',
  /** `Amount` is not the quote's total. */
  'amount_differs',
  /** The number of modules is not the one that the quote was made for. */
  /** `survey1_calc` is not readable. */
  'calc_unreadable',
] as const;
export type DealWarning = (typeof DEAL_WARNINGS)[number];

/** A deal as staff sees it: what its customer sees, and what only staff may know. */
export const adminDeal = deal.extend({
  owner: owner.nullable(),
  Amount: z.number().nullable(),
  Closing_Date: text,
  /** What is wrong with the quote, as field paths (decision E8); empty when it may be signed. */
  faults: z.array(z.string()),
  warnings: z.array(z.enum(DEAL_WARNINGS)),
  /** The inputs in which the deal is not what its open quote was calculated from, each as meant (decision J1). */
  differences: z.array(
    z.object({
      field: z.enum(PRICE_INPUT_NAMES),
      quoted: z.union([z.string(), z.number()]).nullable(),
      now: z.union([z.string(), z.number()]).nullable(),
    }),
  ),
  /** Names of the deal's fields that the CRM has not, or holds in a form that cannot be read (decision A4). */
  unreadable: z.array(z.string()),
  /** Outcomes that would be refused, and why. */
  refusedOutcomes: z.partialRecord(z.enum(CALL_OUTCOMES), z.string()),
  /** What the portal file says to say first, at this stage. */
  callScript: text,
  /** A signed deal's moment of signing, where its evidence says so. */
  signedAt: text,
  /** Stands for all that the deal holds. Sent back as `expected`: changed since then is refused with 409 `conflict`. */
  version: text,
  /** The deal's page in the CRM. */
  crmUrl: z.string(),
});
export type AdminDeal = z.infer<typeof adminDeal>;

/** A contact as staff sees it: what the customer sees and what only staff may know, with all deals: the open ones first, each newest first (decisions G6, J10). */
export const adminContact = contact.extend({
  owner: owner.nullable(),
  Lead_Owner_Flow: text,
  survey1_url: text,
  /** Tagged "niet-bellen": no `tel:` link, no place in the list. */
  doNotCall: z.boolean(),
  deals: z.array(adminDeal),
  /** When the customer said that we may call (decision I12). */
  portal_call_permission_at: text,
  /** Why "Akkoord" would be refused whatever the offer: no link, or no address to send it to. */
  whyNotOnline: text,
  /** The last outcome or edit can be taken back until then, and of which deal it was (decision I10). */
  undo: z
    .object({
      until: z.string(),
      dealId: z.string(),
      action: z.enum([...CALL_OUTCOMES, ...UNDOABLE_EDITS]),
      /** Sent back as `expected` with undo: which one that is. */
      version: z.string(),
    })
    .nullable(),
  /** When reading this began, by our server's clock. */
  readAt: z.string(),
  /** Sent back as `expected` with set-contact-details. */
  detailsVersion: z.string(),
  /** Sent back as `expected` with new-link. */
  linkVersion: z.string(),
  /** Sent back as `expected` with setOwner. */
  version: text,
  /** The contact's page in the CRM. */
  crmUrl: z.string(),
  /** `survey1_url` as staff opens it: a preview in which nothing can be written (decision B6). */
  previewUrl: text,
  /** The same of the contact's own fields. */
  unreadable: z.array(z.string()),
  openedBy: leadCard.shape.openedBy,
});
export type AdminContact = z.infer<typeof adminContact>;

export const adminContactAnswer = z.object({ result: adminContact });
export type AdminContactAnswer = z.infer<typeof adminContactAnswer>;

/** What a customer asks of a fixed offer: in words as the note has it, and the inputs of the price that they would have. */
export const customerWish = z.object({
  at: text,
  words: z.array(z.string()),
  inputs: z.partialRecord(pricedAnswers.keyof(), z.string()),
});
export type CustomerWish = z.infer<typeof customerWish>;

/** Plain text; HTML in it is text (decision G8). */
export const adminNote = z.object({
  id: z.string(),
  Note_Title: text,
  Note_Content: text,
  author: text,
  createdAt: text,
});
export type AdminNote = z.infer<typeof adminNote>;

/** Answer of `…/contacts/{id}/notes`, newest first. */
export const notesAnswer = z.object({ result: z.object({ notes: z.array(adminNote) }) });

/** The kinds of files that the desk can look at or download, by the end of a file's name. */
export const CONTACT_PHOTO_KINDS = ['jpg', 'png', 'webp', 'heic', 'pdf'] as const;

/** A file of a contact in the CRM; `size` in bytes. */
const contactPhoto = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(CONTACT_PHOTO_KINDS),
  size: z.number().nullable(),
});
export type ContactPhoto = z.infer<typeof contactPhoto>;

/** Answer of `…/contacts/{id}/photos`. */
export const contactPhotosAnswer = z.object({ result: z.literal(true), photos: z.array(contactPhoto) });
export type ContactPhotosAnswer = z.infer<typeof contactPhotosAnswer>;

/** Answer of `…/contacts/{id}/owner`. */
export const ownerAnswer = z.object({ result: owner });
export type OwnerAnswer = z.infer<typeof ownerAnswer>;
