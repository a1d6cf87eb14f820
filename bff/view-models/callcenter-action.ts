import { z } from 'zod';
import { contactAnswers, pricedAnswers } from './answers.ts';
import { choice, recordId, singleLine, UNREAD, wholeNumber } from './body-fields.ts';
import { CALL_OUTCOMES, type CallOutcome, NO_INTEREST_REASONS } from './call-outcomes.ts';
import { adminContact, adminDeal } from './callcenter.ts';
import { MAIL_ADDRESS } from './choices.ts';
import { deal } from './deal.ts';
import { readDutchAmount, readDutchNumber } from './dutch-number.ts';
import { presentedQuote } from './quote.ts';

export const CALL_LATER_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months'] as const;
export type CallLaterUnit = (typeof CALL_LATER_UNITS)[number];

/** What the panel showed: the `version` of the deal, of the contact (setOwner), or the permission to call, '' for none. */
const expected = z.string().max(40).optional();
/** A contact and one of its deals. */
const subject = { contactId: recordId, dealId: recordId };
const note = z
  .string()
  .trim()
  .max(10_000)
  .nullish()
  .transform((text) => text || undefined);
/** Outcomes whose request has more, or fewer, fields than the others. */
const WITH_OWN_FIELDS = ['gaikan_called_noanswer', 'gaikan_call_later', 'not_interested', 'skip'] as const;
type PlainOutcome = Exclude<CallOutcome, (typeof WITH_OWN_FIELDS)[number]>;
const plainOutcomes = CALL_OUTCOMES.filter(
  (name): name is PlainOutcome => !WITH_OWN_FIELDS.some((other) => other === name),
);
/** `inbound`: the customer called. */
const outcome = { ...subject, note, expected, inbound: z.boolean().optional() };
/** `contactId` may be missing, because §7.4 names only the deal for some actions. */
const edit = { contactId: recordId.optional(), dealId: recordId, note, expected };

const unreadAmount = { error: UNREAD[0] };
/** How the permission to call was given (decision J9). */
const PERMISSION_CHANNELS = ['inbound', 'callback', 'written'] as const;
export type PermissionChannel = (typeof PERMISSION_CHANNELS)[number];

const amount = z
  .union([z.number(), z.string().max(30)])
  .transform((typed) => (typeof typed === 'string' ? readDutchAmount(typed) : typed))
  .pipe(z.number(unreadAmount).min(0, unreadAmount).max(1_000_000, unreadAmount).multipleOf(0.01, unreadAmount));

const kilowatts = z
  .union([z.number(), z.string().max(20)])
  .transform((typed) => (typeof typed === 'string' ? readDutchNumber(typed) : typed))
  .pipe(z.number().positive().max(1000))
  .transform(String);

const property = { action: z.literal('set-deal-property'), ...edit };
/** The deal properties that staff may set by name, with their values (decision G5). */
const setDealProperty = z.discriminatedUnion('name', [
  z.object({ ...property, name: z.literal('gaikan_self_installation'), value: choice(['', '1']) }),
  z.object({ ...property, name: z.literal('survey1_battery_box_distance_m'), value: wholeNumber(1, 999) }),
  z.object({
    ...property,
    name: z.literal('survey1_no_calc'),
    value: z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]),
  }),
]);

const { First_Name, Last_Name, Phone, Mailing_Zip, Mailing_City, Mailing_State, Mailing_Country } =
  contactAnswers.shape;
/** The contact details that staff may change (decision I11). */
const contactDetails = z.strictObject({
  First_Name,
  Last_Name,
  Phone,
  Email: z.union([z.literal(''), z.email({ pattern: MAIL_ADDRESS })]).nullish(),
  Mailing_Street: singleLine(255).nullish(),
  Mailing_Zip,
  Mailing_City,
  Mailing_State,
  Mailing_Country,
});
export const CONTACT_DETAILS = contactDetails.keyof().options;
export type ContactDetail = (typeof CONTACT_DETAILS)[number];

/**
 * Body of `POST /api/admin/callcenter/action`: the rows of §7.4. A name that only other actions use is ignored; an
 * unknown name is refused. `sync_from_{crm}` contains the configured CRM's name.
 */
export function callcenterAction(crmName: string) {
  const sync = z.literal(`sync_from_${crmName.toLowerCase()}`).transform(() => 'sync' as const);
  const rows = z.discriminatedUnion('action', [
    z.object({
      action: z.literal('gaikan_call_later'),
      ...outcome,
      call_later_amount: wholeNumber(1, 365).transform(Number).optional(),
      call_later_units: z.enum(CALL_LATER_UNITS).optional(),
      call_later_at: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
        .optional(),
      call_later_for: z.enum(['me', 'anyone']).default('me'),
    }),
    z.object({
      action: z.literal('note'),
      contactId: recordId,
      dealId: recordId.optional(),
      note: z.string().trim().min(1).max(10_000),
      /** The author moves on to another lead without an outcome. Nobody else gets the left lead within the pause. */
      left: z.boolean().optional(),
      inbound: z.boolean().optional(),
    }),
    z.object({ action: z.literal('undo'), ...subject, expected }),
    z.object({ action: z.literal('send-link'), contactId: recordId }),
    z.object({ action: z.literal('new-link'), contactId: recordId, expected }),
    z.object({ action: z.literal('set-contact-details'), contactId: recordId, properties: contactDetails, expected }),
    z.object({ action: z.literal('skip'), ...outcome, dealId: recordId.optional() }),
    z.object({
      action: z.literal('permission'),
      contactId: recordId,
      dealId: recordId.optional(),
      value: z.boolean(),
      channel: z.enum(PERMISSION_CHANNELS).optional(),
      note,
      expected,
    }),
    z.object({ action: z.literal('gaikan_called_noanswer'), ...outcome }).omit({ inbound: true }),
    z.object({ action: z.literal('not_interested'), ...outcome, reason: z.enum(NO_INTEREST_REASONS).optional() }),
    z.object({ action: z.enum(plainOutcomes), ...outcome }),
    z.object({ action: z.literal('set-battery-module-num'), ...edit, value: wholeNumber(1, 15) }),
    z.object({
      action: z.literal('set-fixed-inverter-kwh'),
      ...edit,
      value: z.union([z.enum(['', 'none']), kilowatts]),
    }),
    setDealProperty,
    z.object({
      action: z.literal('set-answers'),
      ...edit,
      properties: pricedAnswers.refine((answers) => Object.keys(answers).length > 0),
    }),
    z.object({ action: z.literal('set-battery-size'), ...edit, value: wholeNumber(1, 9999) }),
    z.object({ action: z.literal('upgrade-deal-version'), ...edit }),
    z.object({ action: z.literal('survey1_no_calc'), ...edit }),
    z.object({ action: z.literal('calc'), ...edit }),
    z.object({ action: sync, ...edit }),
    z.object({
      action: z.literal('discount'),
      ...edit,
      value: amount,
      value2: singleLine(255).optional(),
    }),
    z.object({
      action: z.literal('setOwner'),
      contactId: recordId,
      dealId: recordId.optional(),
      value: recordId,
      note,
      expected,
    }),
  ]);
  const objects = rows.options.flatMap((row): readonly z.ZodObject[] => ('options' in row ? row.options : [row]));
  const known = new Set(objects.flatMap(({ shape }) => Object.keys(shape)));
  return z.preprocess((body, context) => {
    const names = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
    const keys = names.filter((name) => !known.has(name));
    if (keys.length > 0) context.issues.push({ code: 'unrecognized_keys', keys, input: {} });
    return body;
  }, rows);
}
export type CallcenterAction = z.infer<ReturnType<typeof callcenterAction>>;

/**
 * The parts of recording or undoing an outcome that the CRM may refuse: the call, the note, the callback, calls
 * scheduled before, the stage, the release of the quote, the tag "niet-bellen", the permission to call; and the task
 * that asks a colleague to finish it.
 */
export const REFUSED_PARTS = [
  'call',
  'note',
  'callback',
  'agreed_calls',
  'stage',
  'visible',
  'tag',
  'permission',
  'task',
] as const;
export type RefusedPart = (typeof REFUSED_PARTS)[number];

/**
 * Answer of an action that the CRM confirmed. `contact` is its present state (null after a note); `deal` is the deal
 * acted on (null for setOwner without one), `callback` the scheduled time of a call_later, `bookingUrl` the prefilled
 * page of an appointment, `refused` the parts that the CRM refused.
 */
export const actionAnswer = z.object({
  result: z.object({
    contact: adminContact.nullable(),
    deal: adminDeal.nullable(),
    callback: z.string().nullable(),
    bookingUrl: z.string().nullable(),
    refused: z.array(z.enum(REFUSED_PARTS)).optional(),
  }),
});
export type ActionAnswer = z.infer<typeof actionAnswer>;

/** A quote with everything else an edit may change: possible actions, financing, an approval. */
const previewedQuote = presentedQuote.extend(
  deal.pick({ quoteArea: true, financing: true, survey1_approve_clicked: true }).shape,
);
export type PreviewedQuote = z.infer<typeof previewedQuote>;

/**
 * Answer of `POST /api/admin/callcenter/preview`: the present quote, and the quote after the edit. The body is that of
 * an edit of a quote, or of its undo. Nothing is written (decision J10).
 */
export const previewAnswer = z.object({ result: z.object({ before: previewedQuote, after: previewedQuote }) });
export type PreviewAnswer = z.infer<typeof previewAnswer>;
