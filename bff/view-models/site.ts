import { z } from 'zod';

/** What the pages say about the seller: `GET /api/site`, from the portal's own configuration (decisions F4, H3). */
export const site = z.object({
  /** True where the CRM is the sandbox: the pages say so. */
  sandbox: z.boolean(),
  brand: z.string(),
  product: z.string(),
  /** The product type whose deals have a survey (§2.5). */
  supplier: z.string(),
  crmName: z.string(),
  seller: z.object({
    name: z.string(),
    street: z.string(),
    zipCity: z.string(),
    kvk: z.string(),
    vatId: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  terms: z.object({ version: z.string(), paragraphs: z.array(z.object({ title: z.string(), text: z.string() })) }),
  /** The notice of the legal guarantee, and what the footer links to; null where the portal file has none (decision I13). */
  legalGuarantee: z.string().nullable(),
  /** The harmonised notice, and the label of a maker's guarantee: images as data URL, and what they say. */
  guaranteeNotice: z.object({ image: z.string(), text: z.string() }).nullable(),
  guaranteeLabel: z.object({ image: z.string(), text: z.string() }).nullable(),
  privacyUrl: z.string().nullable(),
  accessibilityUrl: z.string().nullable(),
  /** Placeholders `{email}`, `{name}`, `{phone}` are filled in, URL-encoded, when the customer asks for a call. */
  bookingUrl: z.string(),
  /** Placeholder `{address}` is filled in, URL-encoded, when staff asks for the map (§2.10). */
  mapUrl: z.string(),
  review: z.object({ url: z.string(), score: z.string(), count: z.string() }),
  /** Whether older quotes can be financed (decision F6). */
  financing: z.boolean(),
  /** Who lends, in what words, with which warning and example; null where nothing is financed (decision I13). */
  financingTerms: z
    .object({ licenceHolder: z.string(), wording: z.string(), warning: z.string(), example: z.string() })
    .nullable(),
  /** In how many parts an order is paid, and when; empty where the portal file does not say. */
  payments: z.array(z.object({ percent: z.number(), when: z.string() })),
  /** Why this battery, in sentences. */
  why: z.array(z.string()),
  /** The seller's own words for what follows a signature. */
  afterSigning: z.object({
    call: z.string().optional(),
    siteVisit: z.string().optional(),
    installation: z.string().optional(),
    on: z.string().optional(),
  }),
  /** Cable metres that the installation price includes (decision E3). */
  includedMetres: z.number(),
  /** How many modules are advised, by the most panels that they are enough for, with the reason; null for no advice. */
  moduleAdvice: z
    .object({ reason: z.string(), rules: z.array(z.object({ panels: z.number(), modules: z.number() })) })
    .nullable(),
  /** Whether street and city can be looked up by postcode and house number. */
  addressLookup: z.boolean(),
});
export type Site = z.infer<typeof site>;
