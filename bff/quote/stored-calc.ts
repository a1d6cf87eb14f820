import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { amount, jsonIn, text } from '../../crm-contract/shapes/read-record.ts';
import type { SchemaDriftReporter } from '../crm/schema/schema.ts';
import { type Calc, type LegacyProduct, type PriceInputs, priceInputs, type QuoteRow } from '../view-models/quote.ts';
import { isModuleQuote } from './found-deal.ts';

/** With the inputs of the offer whose price rose, so that its price of today can be calculated again. */
export type StoredCalc = Calc & {
  priceRise?: { before: number; now: number; inputs: PriceInputs } | undefined;
};

/**
 * `survey1_calc` as stored in the CRM: JSON text, which sales ops can edit (decision A4). A missing or non-numeric
 * figure reads as null, so that the checks notice it; text that is not a JSON object reads as null.
 */
export function parseStoredCalc(stored: string | null): StoredCalc | null {
  return stored === null ? null : (storedCalc.safeParse(jsonIn(stored)).data ?? null);
}

/** The CRM client treats a quote as text; invalid JSON in it is reported here like any unexpected field. */
export function reportUnreadableCalc(
  { schemaDrift }: { schemaDrift: Pick<SchemaDriftReporter, 'report'> },
  { id, survey1_calc }: Deal,
): void {
  if (survey1_calc === null || parseStoredCalc(survey1_calc) !== null) return;
  schemaDrift.report({ module: 'Deals', id, field: 'survey1_calc', problem: 'unreadable' });
}

const name = text.transform((value) => value ?? '');

const storedRow = z.object({ id: text, name, type: name, amount, pricePer: amount, priceTotal: amount });
const storedProduct = z.object({ id: text, Product_Name: name, Unit_Price: amount });
const size = z.object({ size: amount }).nullable().catch(null);

function list<T extends z.ZodType>(item: T) {
  return z.array(item).catch([]);
}

function bothOrNone({ num_modules, kwh }: { num_modules: number | null; kwh: number | null }): Calc['module'] {
  return num_modules === null || kwh === null ? null : { num_modules, kwh };
}

const storedCalc: z.ZodType<StoredCalc> = z.compile(
  z.object({
    output: z.object({ products: list(storedRow) }).catch({ products: [] as QuoteRow[] }),
    quote: z
      .object({ products: list(storedProduct), battery: size, inverter: size })
      .catch({ products: [], battery: null, inverter: null }),
    priceCalc: z
      .object({ productUnitPriceSum: amount, vat: amount, finalInclVat: amount })
      .catch({ productUnitPriceSum: null, vat: null, finalInclVat: null }),
    module: z.object({ num_modules: amount, kwh: amount }).transform(bothOrNone).nullable().catch(null),
    inputs: priceInputs.optional().catch(undefined),
    includedMetres: z.number().optional().catch(undefined),
    priceRise: z.object({ before: z.number(), now: z.number(), inputs: priceInputs }).optional().catch(undefined),
  }),
);

/**
 * The rows of an older quote whose `survey1_calc` has none: the deal's products in the CRM (§3). One CRM call for such
 * a deal, none for others.
 */
export async function readOwnProducts(
  { crm }: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  deal: Deal,
): Promise<LegacyProduct[]> {
  const calc = isModuleQuote(deal) ? null : parseStoredCalc(deal.survey1_calc);
  if (calc === null || calc.quote.products.length > 0) return [];
  const linked = await crm.deals.products(deal.id, crmOptions);
  return linked.map(({ id, Product_Name, Unit_Price }) => ({
    id,
    Product_Name: Product_Name ?? 'Product',
    Unit_Price,
  }));
}

/** `survey1_calc` with these rows added; null if it has rows, or cannot have any. */
export function calcWithProducts(stored: string | null, products: readonly LegacyProduct[]): string | null {
  const calc = parseStoredCalc(stored);
  if (stored === null || calc === null || calc.quote.products.length > 0 || products.length === 0) return null;
  const json = jsonIn(stored) as { quote?: unknown };
  const quote = typeof json.quote === 'object' ? json.quote : {};
  return JSON.stringify({ ...json, quote: { ...quote, products } });
}
