import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { productShape } from '../../crm-contract/shapes/product.ts';
import { ConfigError } from '../config.ts';
import { crmOptionsFor } from '../crm/call-options.ts';

const fill = z.number().positive().nullable();

/** A product of the file; null is what its owner still has to fill in. */
const row = z.strictObject({
  Product_Name: z.string().trim().min(1),
  Product_Code: z.string().trim().min(1),
  Product_Category: z.string().trim().min(1),
  Unit_Price: fill,
  gaikan_num_modules: z.int().positive().optional(),
  gaikan_kwh: fill.optional(),
  gaikan_kw: fill.optional(),
});
export type ProductRow = z.output<typeof row>;

const productFile = z.array(row).refine((rows) => new Set(rows.map((each) => each.Product_Code)).size === rows.length, {
  message: 'two products have the same Product_Code',
});

/** The products of a file with the shape of `products.json`. @throws ConfigError with a sentence per fault */
export function readProductFile(path: string): ProductRow[] {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError([`${path} cannot be read: ${error instanceof Error ? error.message : 'unknown error'}.`]);
  }
  const parsed = productFile.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(({ path: at, message }) => `${path} has no usable ${at.join('.') || 'list'}: ${message}.`),
  );
}

export const isFilledIn = (product: ProductRow) => Object.values(product).every((value) => value !== null);

const codeShape = productShape.pick({ Product_Code: true });

/** Those of the file whose code no product has, active or not. */
export async function missingProducts(crm: CrmClient, products: readonly ProductRow[]): Promise<ProductRow[]> {
  const query = coql`select Product_Code from Products where Product_Code is not null limit ${2_000}`;
  const there = await crm.query(query, codeShape, crmOptionsFor('read'));
  const codes = new Set(there.map(({ Product_Code }) => Product_Code));
  return products.filter(({ Product_Code }) => !codes.has(Product_Code));
}

/** The maximum of one write (crm-api §2.3). */
const BATCH = 100;

/** Creates products, and tells how many were made and which were refused. */
export async function makeProducts(crm: CrmClient, products: readonly ProductRow[]): Promise<string> {
  const refused: string[] = [];
  for (let at = 0; at < products.length; at += BATCH) {
    const batch = products.slice(at, at + BATCH);
    const codes = await crm.products.createMany(batch.map(asNewProduct), crmOptionsFor('save'));
    refused.push(...codes.flatMap((code, index) => (code === null ? [] : `${batch[index]?.Product_Code} (${code})`)));
  }
  const made = `${products.length - refused.length} made`;
  return refused.length === 0 ? made : `${made}, refused: ${refused.join(', ')}`;
}

function asNewProduct({ Unit_Price, gaikan_kwh, gaikan_kw, ...product }: ProductRow) {
  if (Unit_Price === null) throw new TypeError(`${product.Product_Code} has no price`);
  const numbers = { ...(gaikan_kwh && { gaikan_kwh }), ...(gaikan_kw && { gaikan_kw }) };
  return { ...product, ...numbers, Unit_Price, Product_Active: true };
}
