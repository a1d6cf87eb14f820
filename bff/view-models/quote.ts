import { z } from 'zod';

/** Money in answers is euros with at most two decimals, as the CRM holds it; a figure that is none is null. */
const euros = z.number().nullable();

/** A row of a version-2 quote. `type` is text: sales ops can put any product on a manual quote. */
export const quoteRow = z.object({
  id: z.string().nullable(),
  name: z.string(),
  type: z.string(),
  amount: z.number().nullable(),
  pricePer: euros,
  priceTotal: euros,
});
export type QuoteRow = z.infer<typeof quoteRow>;

/** A row of the older format. */
export const legacyProduct = z.object({
  id: z.string().nullable(),
  Product_Name: z.string(),
  Unit_Price: euros,
});
export type LegacyProduct = z.infer<typeof legacyProduct>;

/** The fields of a deal that its price depends on. `bff/quote/quote-inputs.ts` holds what each means, and that these are all. */
export const PRICE_INPUT_NAMES = [
  'gaikan_deal_version',
  'gaikan_saltion_battery_modules',
  'survey1_battery_box_distance_m',
  'gaikan_saltion_fixed_inverter_kw',
  'gaikan_self_installation',
  'survey1_preferred_battery_size',
  'gaikan_discount',
  'gaikan_discount_reason',
] as const;
export type PriceInputName = (typeof PRICE_INPUT_NAMES)[number];

/** The inputs that a quote was calculated from, as meant: a number may be held as text, a default as null. */
export const priceInputs = z.partialRecord(z.enum(PRICE_INPUT_NAMES), z.union([z.string(), z.number()]).nullable());
export type PriceInputs = z.infer<typeof priceInputs>;

/** `survey1_calc` (§3). `productUnitPriceSum` is excl. btw, `finalInclVat` the total to pay. */
export const calc = z.object({
  output: z.object({ products: z.array(quoteRow) }),
  quote: z.object({
    products: z.array(legacyProduct),
    battery: z.object({ size: z.number().nullable() }).nullable(),
    inverter: z.object({ size: z.number().nullable() }).nullable(),
  }),
  priceCalc: z.object({ productUnitPriceSum: euros, vat: euros, finalInclVat: euros }),
  module: z.object({ num_modules: z.number(), kwh: z.number() }).nullable(),
  /** Absent from a quote by hand, and from one that the portal did not calculate (decision J1). */
  inputs: priceInputs.optional(),
  /**
   * There when the price list rose between the customer's last quote and their own change of it: what the earlier quote cost
   * then, and what the same costs by the new prices. Euros incl. btw (decision J2).
   */
  priceRise: z.object({ before: z.number(), now: z.number() }).optional(),
});
export type Calc = z.infer<typeof calc>;
/** A calculation before it is known what it was made from. */
export type BareCalc = Omit<Calc, 'inputs' | 'priceRise'>;

/** A row of the quote as it is shown, whichever format it comes from. Euros excl. btw. */
const quoteLine = z.object({
  /** The same in another state of the quote, so that the two can be compared. */
  key: z.string(),
  name: z.string(),
  isDiscount: z.boolean(),
  amount: z.number().nullable(),
  pricePer: euros,
  total: euros,
});
export type QuoteLine = z.infer<typeof quoteLine>;

/** One part of "Uw keuze:". */
export const highlight = z.object({
  icon: z.enum(['battery', 'inverter', 'installation']),
  text: z.string(),
  detail: z.string().nullable(),
});
export type Highlight = z.infer<typeof highlight>;

/** The quote as the page, the PDF, the evidence and the desk show it: made once, by the BFF. */
export const presentedQuote = z.object({
  rows: z.array(quoteLine),
  highlights: z.array(highlight),
  totals: calc.shape.priceCalc,
  /** What the quote is subject to. */
  notices: z.array(z.string()),
});
export type PresentedQuote = z.infer<typeof presentedQuote>;

/** How far a deal is, in the list of deals and on its page: questions open, being prepared, ready to approve, signed. */
const DEAL_STATUSES = ['survey', 'preparing', 'ready', 'signed', 'withdrawn', 'declined'] as const;
export const dealStatus = z.enum(DEAL_STATUSES);

/**
 * What stands under the quote (§4, first match wins; decision F7):
 * `none` no quote yet · `signed` · `withdrawn` · `declined` · `incomplete` a figure is missing or does not add up (E8) ·
 * `approve` · `closed`.
 */
const QUOTE_AREAS = ['none', 'signed', 'withdrawn', 'declined', 'approve', 'closed', 'incomplete'] as const;
export const quoteArea = z.enum(QUOTE_AREAS);
export type QuoteArea = z.infer<typeof quoteArea>;
