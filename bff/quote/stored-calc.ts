import { z } from 'zod';
import { amount, jsonIn, text } from '../../crm-contract/shapes/tolerant.ts';
import { type Calc, priceInputs, type QuoteRow } from '../view-models/quote.ts';

/**
 * `survey1_calc` as found in the CRM: JSON text, which sales ops can edit (decision A4). A missing or non-numeric
 * figure reads as null, so that the checks notice it; text that is not a JSON object reads as null as a whole.
 */
export function parseStoredCalc(stored: string | null): Calc | null {
  return stored === null ? null : (storedCalc.safeParse(jsonIn(stored)).data ?? null);
}

const name = text.transform((value) => value ?? '');

const storedRow = z.object({ id: text, name, type: name, amount, pricePer: amount, priceTotal: amount });
const storedProduct = z.object({ id: text, Product_Name: name, Unit_Price: amount });
const size = z.object({ size: amount }).nullable().catch(null).default(null);

function list<T extends z.ZodType>(item: T) {
  return z.array(item).catch([]).default([]);
}

function bothOrNone({ num_modules, kwh }: { num_modules: number | null; kwh: number | null }): Calc['module'] {
  return num_modules === null || kwh === null ? null : { num_modules, kwh };
}

const storedCalc: z.ZodType<Calc> = z.compile(
  z.object({
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
    module: z.object({ num_modules: amount, kwh: amount }).transform(bothOrNone).nullable().catch(null).default(null),
    inputs: priceInputs.optional().catch(undefined),
    priceRise: z.object({ before: z.number(), now: z.number() }).optional().catch(undefined),
  }),
);
