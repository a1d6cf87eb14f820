import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql, inGroups, LARGEST_PAGE, MOST_VALUES, oneOf } from '../../crm-contract/coql.ts';
import { MOST_RECORDS } from '../../crm-contract/endpoints/records.ts';
import { PRODUCT_CATEGORIES, type ProductCategory, productShape } from '../../crm-contract/shapes/product.ts';
import { readJsonFile } from '../config.ts';
import { crmOptionsFor } from '../crm/time-limits.ts';
import { allowedBatteryKwh, calculateLegacyQuote, calculateQuote, inputsOfEveryRow } from '../quote/calculate-quote.ts';
import { isPriced, type PriceList } from '../quote/price-list.ts';
import { MODULE_CHOICES } from '../view-models/choices.ts';
import { advice, type Finding, fault } from './finding.ts';

/** Calculates every possible quote to check that all prices exist. Pure. */
export function checkProducts(prices: PriceList, includedMetres: number): Finding[] {
  return [...checkModules(prices, includedMetres), ...checkLegacy(prices), ...checkTwins(prices)];
}

function checkModules(prices: PriceList, includedMetres: number): Finding[] {
  /** Kind of row → the module counts whose quote has such a row without a price. */
  const unpriced = new Map<string, Set<number>>();
  for (const modules of MODULE_CHOICES.map(Number).filter(Number.isFinite)) {
    for (const inputs of inputsOfEveryRow(modules, includedMetres)) {
      const { output } = calculateQuote(inputs, prices, includedMetres);
      for (const { type, pricePer } of output.products) {
        if (pricePer === null) unpriced.set(type, (unpriced.get(type) ?? new Set()).add(modules));
      }
    }
  }
  return [...unpriced].map(([type, numbers]) =>
    fault(type, `no active product with a price for ${listed([...numbers])} modules`, 'these quotes stay incomplete'),
  );
}

function checkLegacy(prices: PriceList): Finding[] {
  const sizes = allowedBatteryKwh(prices);
  if (sizes.length === 0) {
    return [
      advice('legacy_battery', 'no active product', 'older quotes keep their figures and cannot be recalculated'),
    ];
  }
  const incomplete = sizes.filter(
    (sizeKwh) => calculateLegacyQuote({ sizeKwh, discountCents: null }, prices).priceCalc.finalInclVat === null,
  );
  if (incomplete.length === 0) return [];
  const is = `no inverter of that gaikan_kwh, or no installation, for ${listed(incomplete)} kWh`;
  return [fault('legacy_battery', is, 'these older quotes stay incomplete')];
}

/** Two active products with the same role: the CRM's order would decide which one a quote uses. */
function checkTwins(prices: PriceList): Finding[] {
  return (Object.keys(PRODUCT_CATEGORIES) as ProductCategory[]).flatMap((category) => {
    const field = PRODUCT_CATEGORIES[category];
    const roles = prices.filter((product) => isPriced(product, category)).map((product) => field && product[field]);
    const twice = [...new Set(roles.filter((role, index) => roles.indexOf(role) !== index))];
    return twice.map((role) =>
      fault(category, `several active products${role === null ? '' : ` for ${role}`}`, 'any of their prices is quoted'),
    );
  });
}

/** `1, 2, 3, 7` */
function listed(numbers: readonly number[]): string {
  return numbers.join(', ');
}

const fill = z.number().positive().nullable();

/** A product in the file; null marks values that its owner still has to fill in. */
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

/** The products in a file with the structure of `products.json`. @throws ConfigError with a sentence per fault */
export const readProductFile = (path: string): ProductRow[] => readJsonFile(path, path, productFile, 'list');

export const isFilledIn = (product: ProductRow) => Object.values(product).every((value) => value !== null);

const codeShape = productShape.pick({ Product_Code: true });

/** Products of the file whose code no product has, active or not. */
export async function missingProducts(crm: CrmClient, products: readonly ProductRow[]): Promise<ProductRow[]> {
  const codes = new Set<string | null>();
  for (const group of inGroups(products, MOST_VALUES)) {
    const asked = group.map(({ Product_Code }) => Product_Code);
    const query = coql`select Product_Code from Products where Product_Code in ${oneOf(asked)} limit ${LARGEST_PAGE}`;
    for (const { Product_Code } of await crm.query(query, codeShape, crmOptionsFor('read'))) codes.add(Product_Code);
  }
  return products.filter(({ Product_Code }) => !codes.has(Product_Code));
}

/** Creates products; reports how many were created and which were refused. */
export async function makeProducts(crm: CrmClient, products: readonly ProductRow[]): Promise<string> {
  const refused: string[] = [];
  for (const batch of inGroups(products, MOST_RECORDS)) {
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
