import type { Contact } from '../view-models/contact.ts';
import { calculateQuote } from './calculate-quote.ts';
import { toCents } from './money.ts';
import { isPriced, type PriceList } from './price-list.ts';
import { MOST_MODULES } from './quote-inputs.ts';
import { totals } from './rows.ts';

/** What the answers of the survey cost, in euros incl. btw, by the list that is held. Pure. */
export function surveyPrices(prices: PriceList | undefined, includedMetres: number): Contact['prices'] {
  if (!prices) return undefined;
  const cable = prices.find((product) => isPriced(product, 'cable'));
  const installed = {
    inverter: 'auto',
    selfInstallation: false,
    distanceMetres: includedMetres,
    discount: null,
  } as const;
  return {
    metre: totals(toCents(cable?.Unit_Price ?? null)).finalInclVat,
    modules: Array.from({ length: MOST_MODULES }, (_, at) => {
      return calculateQuote({ ...installed, modules: at + 1 }, prices, includedMetres).priceCalc.finalInclVat;
    }),
  };
}
