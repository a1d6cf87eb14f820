import { z } from 'zod';
import { ours, shapeOf, theirs } from './fields.ts';

const NO_QUOTE = 'no quote can be calculated';

/** A product with a price. `Unit_Price` is in euros, VAT not included. */
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

/** The role of a product in a quote, and the field that distinguishes the products of a category. */
export const PRODUCT_CATEGORIES = {
  battery_module: 'gaikan_num_modules',
  inverter: 'gaikan_kw',
  installation: null,
  inspection: null,
  cable: null,
  legacy_battery: 'gaikan_kwh',
  legacy_inverter: 'gaikan_kwh',
  legacy_installation: null,
} as const satisfies Record<string, keyof Product | null>;
export type ProductCategory = keyof typeof PRODUCT_CATEGORIES;

export const newProduct = z.strictObject({
  Product_Name: z.string().min(1).max(200),
  Product_Code: z.string().min(1).max(100),
  Product_Category: z.string().min(1),
  Unit_Price: z.number().positive(),
  Product_Active: z.boolean(),
  gaikan_num_modules: z.int().positive().optional(),
  gaikan_kwh: z.number().positive().optional(),
  gaikan_kw: z.number().positive().optional(),
});
export type NewProduct = z.input<typeof newProduct>;
