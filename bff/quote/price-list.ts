import type { CrmClient } from '../../crm-contract/client.ts';
import type { Product, ProductCategory } from '../../crm-contract/shapes/product.ts';
import { CachedRead } from '../crm/cached-read.ts';
import type { Clock } from '../crm/clock.ts';

/** The active CRM products used for pricing (decisions D, E1–E3). */
export type PriceList = readonly Product[];

/** Whether a quote may use the product: active, of this category, with a price. */
export function isPriced(product: Product, category: ProductCategory): boolean {
  const isOffered = product.Product_Active !== false && product.Product_Category === category;
  return isOffered && (toCents(product.Unit_Price) ?? 0) > 0;
}

/**
 * The cached price list. Opening a link with open questions refreshes it, so that the save which completes the survey
 * needs no extra CRM call.
 */
export type CachedPrices = CachedRead<PriceList>;

export function cachedPrices(crm: CrmClient, clock: Clock): CachedPrices {
  return new CachedRead(clock, (crmOptions) => crm.products.listActive(crmOptions));
}

/**
 * Euros to whole cents, rounded half up; null if it is not a number or too large for a price. Money inside the BFF is
 * whole cents; the CRM and the view models use euros (decision E6).
 */
export function toCents(euros: number | null): number | null {
  if (euros === null || !Number.isFinite(euros) || Math.abs(euros) > 1e9) return null;
  const near = Math.round(euros * 100);
  if (Math.abs(euros * 100 - near) < 1e-6) return near === 0 ? 0 : near;
  // 1.005 is 1.00499… in binary; the CRM meant its shortest decimal form.
  const cents = Math.round(Number(`${euros.toFixed(6)}e2`));
  return cents === 0 ? 0 : cents;
}

/** Null if an amount is missing. */
export function sumOf(cents: readonly (number | null)[]): number | null {
  return cents.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0);
}

export function toEuros(cents: number): number {
  return cents / 100;
}
