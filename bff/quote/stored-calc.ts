import { z } from 'zod';
import { amount, text } from '../../crm-contract/shapes/tolerant.ts';
import type { Calc, QuoteRow } from '../view-models/quote.ts';

/**
 * `survey1_calc` as it is found in the CRM: text holding JSON, which sales ops can edit (decision A4). Whatever is
 * missing or no figure reads as null, so that the checks see it; text that is no JSON object reads as null as a whole.
 */
export function parseStoredCalc(stored: string | null): Calc | null {
  if (stored === null) return null;
  let json: unknown;
  try {
    json = JSON.parse(stored);
  } catch {
    return null;
  }
  const read = storedCalc.safeParse(json);
  return read.success ? read.data : null;
}

const name = text.transform((value) => value ?? '');

const storedRow = z.object({ id: text, name, type: name, amount, pricePer: amount, priceTotal: amount });
const storedProduct = z.object({ id: text, Product_Name: name, Unit_Price: amount });
const size = z.object({ size: amount }).nullable().catch(null).default(null);

function list<T extends z.ZodType>(item: T) {
  return z.array(item).catch([]).default([]);
}

const storedCalc: z.ZodType<Calc> = z.object({
  output: z
    .object({ products: list(storedRow) })
    .catch({ products: [] as QuoteRow[] })
    .default({ products: [] }),
  quote: z
    .object({ products: list(storedProduct), battery: size, inverter: size })
    .catch({ products: [], battery: null, inverter: null })
    .default({ products: [], battery: null, inverter: null }),
  priceCalc: z
    .object({ productUnitPriceSum: amount, vat: amount, finalInclVat: amount })
    .catch({ productUnitPriceSum: null, vat: null, finalInclVat: null })
    .default({ productUnitPriceSum: null, vat: null, finalInclVat: null }),
  module: z.object({ num_modules: z.number(), kwh: z.number() }).nullable().catch(null).default(null),
});
