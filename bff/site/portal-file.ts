import { z } from 'zod';
import type { EvidenceKeys } from './evidence-keys.ts';

const line = z.string().trim().min(1);

/** How many modules we advise, by the most panels that they are enough for; above the last there is no advice. */
const moduleAdvice = z.strictObject({
  /** Why, in one sentence for the customer. */
  reason: line,
  rules: z
    .array(z.strictObject({ panels: z.int().min(1), modules: z.int().min(1).max(15) }))
    .min(1)
    .refine((rules) => rules.every(({ panels }, at) => panels > (rules[at - 1]?.panels ?? 0)), 'with rising panels'),
});

const terms = z.strictObject({
  version: line,
  paragraphs: z.array(z.strictObject({ title: line, text: line })).min(1),
});

/** In the file itself: what the law wants at an order is never fetched from elsewhere. */
const imageUrl = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/, 'a PNG or JPEG as data URL');
const image = z.strictObject({
  image: imageUrl(200_000),
  /** What it says, for who does not see it. */
  text: line,
});

/** After these a lead goes on being called. */
const goesOn = z.enum(['gaikan_call_later', 'gaikan_called_noanswer', 'approve', 'appointment']);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 09:00');

const queueSettings = z.strictObject({
  /** When people are called, in Amsterdam; without it at any time. Days are numbered from Monday, 1, to Sunday, 7. */
  callingHours: z
    .strictObject({ from: timeOfDay, to: timeOfDay, days: z.array(z.int().min(1).max(7)).min(1) })
    .optional(),
  /** By the last outcome: how long somebody is left alone, and after how many calls for good. */
  pauseHours: z.partialRecord(goesOn, z.number().min(0)).optional(),
  mostAttempts: z.partialRecord(goesOn, z.int().min(1)).optional(),
});
export type QueueSettings = z.infer<typeof queueSettings>;

/**
 * The portal's own names, seller, links and numbers (decision H3): the schema of `portal.json`, and of the file that
 * `PORTAL_FILE` names in production.
 */
export const portalFile = z.strictObject({
  brand: line,
  product: line,
  /** The product type whose deals have a survey (§2.5). */
  supplier: line,
  crmName: line,
  seller: z.strictObject({
    name: line,
    street: line,
    zipCity: line,
    kvk: z.string().regex(/^\d{8}$/, 'eight digits'),
    vatId: z.string().regex(/^NL\d{9}B\d{2}$/, 'as NL123456789B01'),
    phone: line,
    email: z.email(),
  }),
  terms,
  /** The texts of terms that were replaced, by their version: a signed order goes with the terms as they were. */
  earlierTerms: z.array(terms).optional(),
  /** What the law says about a product that does not do what one may expect of it, as it stands at the quote. */
  legalGuarantee: line.optional(),
  /** Shown in the footer. */
  privacyUrl: z.url({ protocol: /^https?$/ }).optional(),
  accessibilityUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** An https address with the placeholders {name}, {email} and {phone}. */
  bookingUrl: line,
  /** The map's https address with the placeholder {address}; it is loaded only when staff asks for it. */
  mapUrl: line,
  review: z.strictObject({ url: z.url({ protocol: /^https?$/ }), score: line, count: line }),
  /** The harmonised notice of the legal guarantee (Implementing Regulation (EU) 2025/1960), as the Commission publishes it. */
  guaranteeNotice: image.optional(),
  /** The harmonised label of a maker's guarantee of durability (the same regulation), where the maker gives one. */
  guaranteeLabel: image.optional(),
  /** What the law wants beside an offer of credit; without it financing is not offered (decision I13). */
  financingTerms: z
    .strictObject({
      /** Name and licence of who lends. */
      licenceHolder: line,
      wording: line,
      /** The warning that the AFM prescribes. */
      warning: line.regex(/Let op! Geld lenen kost geld/, 'with "Let op! Geld lenen kost geld" in it'),
      /** A worked example: sum, term, rate, total. */
      example: line,
    })
    .optional(),
  /** What financing costs a month, by battery size of the older format (§9). */
  financing: z.array(z.strictObject({ kwh: z.number().positive(), monthlyEuros: z.number().positive() })),
  /** Without it nobody is advised how many modules to take. */
  moduleAdvice: moduleAdvice.optional(),
  /** How an order is paid, as the terms say it: nobody can be asked for more than half of it in advance (7:26 BW). */
  payments: z
    .array(z.strictObject({ percent: z.int().min(1).max(100), when: line }))
    .refine((parts) => parts.reduce((sum, { percent }) => sum + percent, 0) === 100, 'parts that come to 100')
    .refine(([first]) => (first?.percent ?? 0) <= 50, 'at most half in advance')
    .optional(),
  /** Why this battery, at most three sentences on the offer: no figure that nobody vouches for. */
  why: z.array(line).max(3).optional(),
  /** Colleagues, by their full name in the CRM: what stands with the name of who owns a customer's offer. */
  advisers: z
    .array(
      z.strictObject({
        name: line,
        /** Their own number. */
        phone: line.optional(),
        /** Square, 128 pixels are enough: it goes with every page of their customers. */
        photo: imageUrl(20_000).optional(),
      }),
    )
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'each name once')
    .optional(),
  /** What a customer reads after signing: who calls and when, and what each step is. The portal has words of its own for what is left out. */
  afterSigning: z
    .strictObject({
      call: line.optional(),
      siteVisit: line.optional(),
      installation: line.optional(),
      on: line.optional(),
    })
    .optional(),
  includedMetres: z.int().min(0),
  /** The stage a deal gets when it is signed; empty leaves the stage to the CRM's own workflows. */
  signedStage: z.string(),
  /** Nobody is handed out to be called who did not say that we may (decision I12). */
  callsNeedPermission: z.boolean().optional(),
  /** Whom the queue hands out, and when (decision J9); what it does not name is as `CALL_PAUSE_HOURS` and the docs say. */
  queue: queueSettings.optional(),
  /** What a colleague says first, by the stage of the deal. */
  callScript: z.record(line, line).optional(),
  /** The fourteenth field of a contact save (§7.2); empty means there is none. */
  extraContactField: z.string().regex(/^(?!Email$)\w*$/, 'a field name, never Email'),
  /** Who the CRM mails personal links from; null where the CRM cannot send mail. */
  mailFrom: z.strictObject({ name: line, email: z.email() }).nullable(),
});
export type WrittenPortalFile = z.infer<typeof portalFile>;

/** What the portal runs with: its file, and the keys that prove what was signed under it (decision J3). */
export interface PortalFile extends WrittenPortalFile {
  evidenceKeys: EvidenceKeys;
}
