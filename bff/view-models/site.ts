import { z } from 'zod';

/** The seller's details on the pages: `GET /api/site`, from the portal's configuration (decisions F4, H3). */
export const site = z.object({
  /** True if the CRM is the sandbox: the pages say so. */
  sandbox: z.boolean(),
  brand: z.string(),
  product: z.string(),
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
  /**
   * The harmonised notice, and the label of a maker's guarantee: images as data URL, and their text. These and the
   * footer's links are null if missing in the portal file (decision I13).
   */
  guaranteeNotice: z.object({ image: z.string(), text: z.string() }).nullable(),
  guaranteeLabel: z.object({ image: z.string(), text: z.string() }).nullable(),
  privacyUrl: z.string().nullable(),
  accessibilityUrl: z.string().nullable(),
  /** With placeholders `{email}`, `{name}` and `{phone}`, filled in URL-encoded when the customer asks for a call. */
  bookingUrl: z.string(),
  /** With placeholder `{address}`, filled in URL-encoded when staff opens the map (§2.10). */
  mapUrl: z.string(),
  review: z.object({ url: z.string(), score: z.string(), count: z.string() }),
  /** Whether older quotes can be financed (decision F6). */
  financing: z.boolean(),
  /** Reasons for this battery, in sentences. */
  why: z.array(z.string()),
  /** The seller's own texts for what follows a signature. */
  afterSigning: z.object({
    call: z.string().optional(),
    siteVisit: z.string().optional(),
    installation: z.string().optional(),
    on: z.string().optional(),
  }),
  /** Cable metres that the installation price includes (decision E3). */
  includedMetres: z.number(),
  /** The advised number of modules, by the maximum number of panels it suits, with the reason; null for no advice. */
  moduleAdvice: z
    .object({ reason: z.string(), rules: z.array(z.object({ panels: z.number(), modules: z.number() })) })
    .nullable(),
  /** Whether street and city can be looked up by postcode and house number. */
  addressLookup: z.boolean(),
});
export type Site = z.infer<typeof site>;
