import { z } from 'zod';
import { PRICE_INPUT_NAMES } from './answers.ts';

/** Money in answers is euros with at most two decimals, as in the CRM; null if it is not a number. */
const euros = z.number().nullable();

/** A row of a version-2 quote. `type` is text: sales ops can add any product to a manual quote. */
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

/** The normalised inputs of a quote's calculation: a number may be stored as text, a default as null. */
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
  /** Missing in a manual quote, and in one that the portal did not calculate (decision J1). */
  inputs: priceInputs.optional(),
  /** The metres of cable that its price includes (decision J1). */
  includedMetres: z.number().optional(),
  /**
   * Set if the price list rose before the customer changed their quote: the previous price, and the new price of the
   * same quote. Euros incl. btw (decision J2).
   */
  priceRise: z.object({ before: z.number(), now: z.number() }).optional(),
});
export type Calc = z.infer<typeof calc>;
/** A calculation without its inputs. */
export type BareCalc = Omit<Calc, 'inputs' | 'includedMetres' | 'priceRise'>;

/** A displayed row of a quote in either format. Euros excl. btw. */
const quoteLine = z.object({
  /** Identifies the row in different states of the quote, for comparison. */
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

/** The quote as shown by the page, the PDF, the evidence and the desk; made once, by the BFF. */
export const presentedQuote = z.object({
  rows: z.array(quoteLine),
  highlights: z.array(highlight),
  totals: calc.shape.priceCalc,
  /** The conditions of the quote. */
  notices: z.array(z.string()),
});
export type PresentedQuote = z.infer<typeof presentedQuote>;

/**
 * The progress of a deal, in the list of deals and on its page: open questions, in preparation, ready to approve,
 * signed, and so on. `ended`: it cannot be approved, and sales ops closed it, so nobody works on it (decision G1).
 */
export const dealStatus = z.enum(['survey', 'preparing', 'ready', 'signed', 'withdrawn', 'declined', 'ended']);

/**
 * The state shown below the quote (§4, first match wins; decision F7): `none` no quote yet · `signed` · `withdrawn` ·
 * `declined` · `incomplete` a figure is missing or does not add up (E8) · `approve` · `closed`.
 */
export const quoteArea = z.enum(['none', 'signed', 'withdrawn', 'declined', 'approve', 'closed', 'incomplete']);
export type QuoteArea = z.infer<typeof quoteArea>;
