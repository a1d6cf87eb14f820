import type { z } from 'zod';
import { ours, shapeOf, theirs } from './fields.ts';

const NO_QUOTE = 'no quote can be calculated';

/** Something with a price. `Unit_Price` is in euros, VAT not included. */
export const PRODUCT_FIELDS = {
  Product_Name: theirs('text', 'others', 'rows of a quote have no name'),
  Product_Code: theirs('text', 'others', 'products have no code'),
  Product_Category: theirs('choice', 'others', NO_QUOTE),
  Unit_Price: theirs('money', 'others', NO_QUOTE),
  Product_Active: theirs('flag', 'others', NO_QUOTE),
  gaikan_num_modules: ours('count', 'others', NO_QUOTE),
  gaikan_kwh: ours('number', 'others', 'older quotes cannot be calculated'),
  gaikan_kw: ours('number', 'others', 'no inverter can be chosen'),
} as const;

export const productShape = shapeOf(PRODUCT_FIELDS);
export type Product = z.output<typeof productShape>;
