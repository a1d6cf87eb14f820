import type { PortalFile } from '../site/portal-file.ts';
import type { Calc } from '../view-models/quote.ts';

/** The financing offered; empty when it is off (decision F6). */
export type FinancingOffer = PortalFile['financing'];

/** Euros a month for a quote of the older format, by battery size; null where there is no amount for it (§9). */
export function monthlyEuros(offer: FinancingOffer, version: string | null, calc: Calc | null): number | null {
  if (version === '2' || calc === null) return null;
  const size = calc.quote.battery?.size ?? null;
  return offer.find(({ kwh }) => kwh === size)?.monthlyEuros ?? null;
}
