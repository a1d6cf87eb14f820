import { z } from 'zod';
import { fieldsOf } from './read-record.ts';
import { amount, count, flag, recordId, text } from './tolerant.ts';

/** Something with a price. `Unit_Price` is in euros, VAT not included. */
export const productShape = z.object({
  id: recordId,
  Product_Name: text,
  Product_Code: text,
  Product_Category: text,
  Unit_Price: amount,
  Product_Active: flag,
  gaikan_num_modules: count,
  gaikan_kwh: amount,
  gaikan_kw: amount,
});
export type Product = z.output<typeof productShape>;
export const PRODUCT_FIELDS = fieldsOf(productShape);
