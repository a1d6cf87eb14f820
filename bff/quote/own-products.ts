import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { jsonIn } from '../../crm-contract/shapes/tolerant.ts';
import type { LegacyProduct } from '../view-models/quote.ts';
import { parseStoredCalc } from './stored-calc.ts';

/**
 * The rows of an older quote whose `survey1_calc` has none: the deal's products in the CRM (§3). One CRM call for such
 * a deal, none for any other.
 */
export async function readOwnProducts(
  { crm }: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  deal: Deal,
): Promise<LegacyProduct[]> {
  const calc = deal.gaikan_deal_version === '2' ? null : parseStoredCalc(deal.survey1_calc);
  if (calc === null || calc.quote.products.length > 0) return [];
  const linked = await crm.deals.products(deal.id, crmOptions);
  return linked.map(({ id, Product_Name, Unit_Price }) => ({
    id,
    Product_Name: Product_Name ?? 'Product',
    Unit_Price,
  }));
}

/** `survey1_calc` with these rows added; null where it has rows of its own, or cannot have any. */
export function calcWithProducts(stored: string | null, products: readonly LegacyProduct[]): string | null {
  const calc = parseStoredCalc(stored);
  if (stored === null || calc === null || calc.quote.products.length > 0 || products.length === 0) return null;
  const json = jsonIn(stored) as { quote?: unknown };
  const quote = typeof json.quote === 'object' ? json.quote : {};
  return JSON.stringify({ ...json, quote: { ...quote, products } });
}
