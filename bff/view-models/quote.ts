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
});
export type Calc = z.infer<typeof calc>;

/**
 * What stands under the quote (§4, first match wins; decision F7):
 * `none` no quote yet · `signed` · `incomplete` a figure is missing or does not add up (E8) · `approve` · `closed`.
 */
export const QUOTE_AREAS = ['none', 'signed', 'approve', 'closed', 'incomplete'] as const;
export const quoteArea = z.enum(QUOTE_AREAS);
export type QuoteArea = z.infer<typeof quoteArea>;
