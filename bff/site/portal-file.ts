import { z } from 'zod';
import type { EvidenceKeys } from './signing-keys.ts';

const line = z.string().trim().min(1);

/** The advised number of modules by the maximum number of panels. Above the last maximum there is no advice. */
const moduleAdvice = z.strictObject({
  /** The reason, in one sentence for the customer. */
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

/** The file embeds its images, so legally required images of an order are never fetched from elsewhere. */
const imageUrl = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/, 'a PNG or JPEG as data URL');
const image = z.strictObject({
  image: imageUrl(200_000),
  /** The alternative text. */
  text: line,
});

/**
 * Outcomes after which a lead is called again: every outcome that does not mean `no`. `bff/queue/queue-policy.ts`
 * compiles only if none is missing.
 */
const calledAgain = z.enum(['gaikan_called_noanswer', 'approve', 'appointment', 'gaikan_call_later']);
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 09:00');

const queueSettings = z.strictObject({
  /** Calling hours in Amsterdam; without them any time. Days are numbered from Monday, 1, to Sunday, 7. */
  callingHours: z
    .strictObject({ from: timeOfDay, to: timeOfDay, days: z.array(z.int().min(1).max(7)).min(1) })
    .optional(),
  /** For each outcome of the last call: the pause before the next call, and the maximum number of calls. */
  pauseHours: z.partialRecord(calledAgain, z.number().min(0)).optional(),
  mostAttempts: z.partialRecord(calledAgain, z.int().min(1)).optional(),
});
export type QueueSettings = z.infer<typeof queueSettings>;

/**
 * The portal's own names, seller, links and numbers (decision H3): the schema of `portal.json`, and of the file in
 * `PORTAL_FILE` in production.
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
  /** Replaced terms by version: a signed order keeps its own terms. */
  earlierTerms: z.array(terms).optional(),
  /** The legal guarantee, as shown with the quote. */
  legalGuarantee: line.max(2_000).optional(),
  /** Shown in the footer. */
  privacyUrl: z.url({ protocol: /^https?$/ }).optional(),
  accessibilityUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** An https URL with the placeholders {name}, {email} and {phone}. */
  bookingUrl: line,
  /** The map's https URL with the placeholder {address}; loaded only when staff opens the map. */
  mapUrl: line,
  review: z.strictObject({ url: z.url({ protocol: /^https?$/ }), score: line, count: line }),
  /**
   * The harmonised notice of the legal guarantee (Implementing Regulation (EU) 2025/1960), as published by the
   * Commission.
   */
  guaranteeNotice: image.optional(),
  /** The harmonised label of a maker's durability guarantee (the same regulation), if the maker gives one. */
  guaranteeLabel: image.optional(),
  /** The legally required information with an offer of credit; without it financing is not offered (decision I13). */
  financingTerms: z
    .strictObject({
      /** Name and licence of the lender. */
      licenceHolder: line,
      wording: line,
      /** The warning that the AFM prescribes. */
      warning: line.regex(/Let op! Geld lenen kost geld/, 'with "Let op! Geld lenen kost geld" in it'),
      /** A worked example: sum, term, rate, total. */
      example: line,
    })
    .optional(),
  /** Monthly costs of financing, by battery size of the older format (§9). */
  financing: z.array(z.strictObject({ kwh: z.number().positive(), monthlyEuros: z.number().positive() })),
  /** Without it the number of modules is not advised. */
  moduleAdvice: moduleAdvice.optional(),
  /** The parts of a payment according to the terms; at most half may be required in advance (7:26 BW). */
  payments: z
    .array(z.strictObject({ percent: z.int().min(1).max(100), when: line }))
    .refine((parts) => parts.reduce((sum, { percent }) => sum + percent, 0) === 100, 'parts that come to 100')
    .refine(([first]) => (first?.percent ?? 0) <= 50, 'at most half in advance')
    .optional(),
  /** Reasons for this battery, shown with an offer: at most three sentences, without unproven figures. */
  why: z.array(line).max(3).optional(),
  /** Colleagues, by their full name in the CRM: details shown with the owner of a customer's offer. */
  advisers: z
    .array(
      z.strictObject({
        name: line,
        /** Their own phone number. */
        phone: line.optional(),
        /** Square; 128 pixels are enough, because every page of the colleague's customers contains the photo. */
        photo: imageUrl(20_000).optional(),
      }),
    )
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'each name once')
    .optional(),
  /** Texts for the customer after signing: who calls and when, and what each step is. A missing text has a default. */
  afterSigning: z
    .strictObject({
      call: line.optional(),
      siteVisit: line.optional(),
      installation: line.optional(),
      on: line.optional(),
    })
    .optional(),
  includedMetres: z.int().min(0),
  /** The stage of a deal after signing; empty leaves it to the CRM's own workflows. */
  signedStage: z.string(),
  /** If true, the queue hands out only people who gave permission for calls (decision I12). */
  callsNeedPermission: z.boolean().optional(),
  /** Rules of the queue (decision J9); defaults are `CALL_PAUSE_HOURS` and those in the docs. */
  queue: queueSettings.optional(),
  /** What a colleague says first, by the stage of the deal. */
  callScript: z.record(line, line).optional(),
  /** The fourteenth field of a contact save (§7.2); empty for none. */
  extraContactField: z.string().regex(/^(?!Email$)\w*$/, 'a field name, never Email'),
  /** The sender of personal links; null if the CRM cannot send mail. */
  mailFrom: z.strictObject({ name: line, email: z.email() }).nullable(),
});
export type WrittenPortalFile = z.infer<typeof portalFile>;

/** The portal file, plus the keys that prove signatures (decision J3). */
export interface PortalFile extends WrittenPortalFile {
  evidenceKeys: EvidenceKeys;
}

/** The owner of a deal, with the details in the portal file; null if the name is not known without a CRM call. */
export function adviserOf(
  { Owner }: { Owner: { id: string } | null },
  { portal, nameOf }: { portal: Pick<PortalFile, 'advisers'>; nameOf(ownerId: string): string | undefined },
) {
  const name = nameOf(Owner?.id ?? '');
  if (name === undefined) return null;
  const { advisers = [] } = portal;
  const { phone = null, photo = null } = advisers.find((each) => each.name === name) ?? {};
  return { name, phone, photo };
}

/** Whether a URL is on this machine, so that nobody can intercept it. */
export function isLoopback(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}
