import type { PortalFile } from '../site/portal-file.ts';
import type { Calc } from '../view-models/quote.ts';

/** The financing offered; empty when it is off (decision F6). */
export type FinancingOffer = PortalFile['financing'];

/** The worked example of the portal file, where it is about this amount; one about another amount would mislead. */
export function exampleOf(terms: PortalFile['financingTerms'], monthlyEuros: number): string | null {
  if (!terms) return null;
  const amounts = terms.example.match(/€\s?[\d.]+(?:,\d+)?/g) ?? [];
  const cents = amounts.map((amount) => Math.round(Number(amount.replace(/[^\d,]/g, '').replace(',', '.')) * 100));
  return cents.includes(Math.round(monthlyEuros * 100)) ? terms.example : null;
}

/** Euros a month for a quote of the older format, by battery size; null where there is no amount for it (§9). */
export function monthlyEuros(offer: FinancingOffer, version: string | null, calc: Calc | null): number | null {
  if (version === '2' || calc === null) return null;
  const size = calc.quote.battery?.size ?? null;
  return offer.find(({ kwh }) => kwh === size)?.monthlyEuros ?? null;
}
