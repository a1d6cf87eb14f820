import { z } from 'zod';
import { PRICE_INPUT_NAMES, pricedAnswers } from './answers.ts';
import { recordId } from './body-fields.ts';
import { CALL_OUTCOMES } from './call-outcomes.ts';
import { owner } from './colleagues.ts';
import { contact } from './contact.ts';
import { deal } from './deal.ts';
import { LEAD_GROUPS } from './leads.ts';

const text = z.string().nullable();

/** Edits of a quote that can be undone like an outcome (decision I10). */
export const UNDOABLE_EDITS = ['discount', 'upgrade-deal-version'] as const;
export type UndoableEditName = (typeof UNDOABLE_EDITS)[number];

/** Colleagues who have the lead open now. */
const openedBy = z.array(z.object({ name: z.string(), since: z.string() }));

/** The reason why the queue holds a lead back; after a call also until when (decision J9). */
const heldBack = z.discriminatedUnion('why', [
  z.object({ why: z.enum(['no_number', 'no_permission', 'most_attempts', 'said_no']) }),
  z.object({ why: z.enum(['pause', 'appointment']), until: z.string() }),
]);
export type HeldBack = z.infer<typeof heldBack>;

/** A card of the list "Leads": a contact with an open deal. Times are ISO 8601 with an offset. */
export const leadCard = z.object({
  id: z.string(),
  owner: owner.nullable(),
  Full_Name: text,
  Lead_Owner_Flow: text,
  Phone: text,
  Email: text,
  Mailing_Zip: text,
  Mailing_City: text,
  /** Stage, and value incl. btw, of the approved deal, else of the newest open deal. */
  Stage: text,
  Amount: z.number().nullable(),
  group: z.enum(LEAD_GROUPS),
  /** The earliest open scheduled call. */
  callback: text,
  /** The colleague who should make the callback; null for anybody. */
  callbackOwner: owner.nullable(),
  /** The number of calls. */
  attempts: z.number(),
  lastOutcome: z.enum(CALL_OUTCOMES).nullable(),
  lastCallAt: text,
  openedBy,
  heldBack: heldBack.optional(),
  /** The customer's last message whose task is still open. */
  message: z.enum(['question', 'wish']).optional(),
});
export type LeadCard = z.infer<typeof leadCard>;

/** The number of leads a browser holds; of a longer list it gets the first, in calling order. */
export const MOST_LEADS = 5_000;

/** Filters `GET /api/admin/callcenter`: by contacts and callbacks of `x-owner-id`, and by a search. */
export const leadListAsk = z.strictObject({ mine: z.literal('1').optional(), search: z.string().max(200).optional() });

/** Data about the leads that the CRM refused; the list works without it. */
export const UNKNOWN_OF_LEADS = ['do_not_call', 'call_history', 'callbacks', 'messages', 'stages', 'users'] as const;

/**
 * Answer of `GET /api/admin/callcenter`: the first {@link MOST_LEADS} in the order of G1; `count` is their total
 * number, `readAt` the time of reading by our server's clock.
 */
export const leadList = z.object({
  result: z.object({
    contacts: z.array(leadCard),
    count: z.number(),
    readAt: z.string(),
    unknown: z.array(z.enum(UNKNOWN_OF_LEADS)).optional(),
    /** The number of known leads, during the first full read. */
    known: z.number().optional(),
    /** Too few daily CRM credits are left: the list is as of `readAt`. */
    stopped: z.literal(true).optional(),
  }),
});
export type LeadListAnswer = z.infer<typeof leadList>;

/** Asks for the changes that outcomes made to a list read at that time. */
export const leadChangesAsk = z.strictObject({ since: z.iso.datetime() });

/**
 * Answer of `GET /api/admin/callcenter/changes`, from the portal's memory. `gone` are the contacts that left the list.
 * `changed` are those with a changed card or position, in the queue's order, each with the contact before it.
 */
export const leadChangesAnswer = z.object({
  result: z.literal(true),
  gone: z.array(z.string()),
  changed: z.array(z.object({ lead: leadCard, after: z.string().nullable() })),
});
export type LeadChanges = Omit<z.infer<typeof leadChangesAnswer>, 'result'>;

/**
 * Body of `POST /api/admin/callcenter/next`. `after` is the lead that the colleague leaves; `mine` asks only for the
 * colleague's own leads. The browser sends a request with `ahead` while the outcome of `after` is being recorded: the
 * lead `after` stays claimed, and the next lead is claimed for a minute.
 */
export const nextLeadAsk = z.strictObject({
  after: recordId.nullish().transform((id) => id ?? undefined),
  mine: z.boolean().optional(),
  ahead: z.boolean().optional(),
});
export type NextLeadAsk = z.infer<typeof nextLeadAsk>;

/** The lead handed out, claimed for `x-owner-id`; null if there is none. */
export const nextLeadAnswer = z.object({ result: z.literal(true), contactId: z.string().nullable() });
export type NextLeadAnswer = z.infer<typeof nextLeadAnswer>;

/** `q` of `GET /api/admin/callcenter/search`: three characters or more. */
export const searchAsk = z.strictObject({ q: z.string().max(200).optional() });

const searchHit = z.object({
  id: z.string(),
  Full_Name: text,
  Phone: text,
  Email: text,
  state: z.enum(['open', 'closed', 'signed', 'withdrawn', 'declined', 'do_not_call', 'no_deal']),
});
export type SearchHit = z.infer<typeof searchHit>;

export const searchAnswer = z.object({
  result: z.literal(true),
  contacts: z.array(searchHit),
  /** There are more results than the answer contains. */
  more: z.literal(true).optional(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;

/** Warnings about a deal for staff only; each has a Dutch text in the web. */
const DEAL_WARNINGS = [
  /** The older format stores its products in two places, which differ. */
  'products_differ',
  /** `gaikan_deal_version` is neither empty nor "2". */
  'unknown_version',
  /** `Amount` is not the quote's total. */
  'amount_differs',
  /** `survey1_calc` is not readable. */
  'calc_unreadable',
] as const;
export type DealWarning = (typeof DEAL_WARNINGS)[number];

/** A deal as staff sees it: its customer's view, plus data for staff only. */
export const adminDeal = deal.extend({
  owner: owner.nullable(),
  Amount: z.number().nullable(),
  Closing_Date: text,
  /** The faults of the quote, as field paths (decision E8); empty if it may be signed. */
  faults: z.array(z.string()),
  warnings: z.array(z.enum(DEAL_WARNINGS)),
  /** The inputs that differ between the deal and its open quote, with normalised values (decision J1). */
  differences: z.array(
    z.object({
      field: z.enum(PRICE_INPUT_NAMES),
      quoted: z.union([z.string(), z.number()]).nullable(),
      now: z.union([z.string(), z.number()]).nullable(),
    }),
  ),
  /** Fields of the deal that are missing in the CRM, or unreadable (decision A4). */
  unreadable: z.array(z.string()),
  /** Outcomes that would be refused, and why. */
  refusedOutcomes: z.partialRecord(z.enum(CALL_OUTCOMES), z.string()),
  /** The portal file's call script for this stage. */
  callScript: text,
  /** The time of signing, if the evidence has it. */
  signedAt: text,
  /**
   * A version of the deal's content. The desk sends it back as `expected`; if the deal has changed since, the portal
   * answers 409 `conflict`.
   */
  version: text,
  /** The deal's page in the CRM. */
  crmUrl: z.string(),
});
export type AdminDeal = z.infer<typeof adminDeal>;

/**
 * A contact as staff sees it: the customer's view, data for staff only, and all deals. Open deals come first; each
 * group is newest first (decisions G6, J10).
 */
export const adminContact = contact.extend({
  owner: owner.nullable(),
  Lead_Owner_Flow: text,
  survey1_url: text,
  /** Tagged "niet-bellen": not in the list, and no `tel:` link. Null if not known yet: no `tel:` link either. */
  doNotCall: z.boolean().nullable(),
  deals: z.array(adminDeal),
  /** When the customer gave permission to be called (decision I12). */
  portal_call_permission_at: text,
  /** Why "Akkoord" would be refused for any offer: no link, or no address to send it to. */
  whyNotOnline: text,
  /** Until when the last outcome or edit can be undone, and its deal (decision I10). */
  undo: z
    .object({
      until: z.string(),
      dealId: z.string(),
      action: z.enum([...CALL_OUTCOMES, ...UNDOABLE_EDITS]),
      /** Sent back as `expected` with undo, to identify it. */
      version: z.string(),
    })
    .nullable(),
  /** When the read started, by our server's clock. */
  readAt: z.string(),
  /** Sent back as `expected` with set-contact-details. */
  detailsVersion: z.string(),
  /** Sent back as `expected` with new-link. */
  linkVersion: z.string(),
  /** Sent back as `expected` with setOwner. */
  version: text,
  /** The contact's page in the CRM. */
  crmUrl: z.string(),
  /** `survey1_url` as staff opens it: a read-only preview (decision B6). */
  previewUrl: text,
  /** Fields of the contact that are missing in the CRM, or unreadable (decision A4). */
  unreadable: z.array(z.string()),
  openedBy: leadCard.shape.openedBy,
});
export type AdminContact = z.infer<typeof adminContact>;

export const adminContactAnswer = z.object({ result: adminContact });
export type AdminContactAnswer = z.infer<typeof adminContactAnswer>;

/** A customer's change request for a fixed offer: the words in its note, and the requested price inputs. */
export const customerWish = z.object({
  at: text,
  words: z.array(z.string()),
  inputs: z.partialRecord(pricedAnswers.keyof(), z.string()),
});
export type CustomerWish = z.infer<typeof customerWish>;

/** Plain text; HTML in it is treated as text (decision G8). */
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

/** The file types that the desk can show or download, by extension. */
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
