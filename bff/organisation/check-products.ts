import type { Product } from '../../crm-contract/shapes/product.ts';
import { allowedBatteryKwh, calculateLegacyQuote } from '../quote/calculate-legacy-quote.ts';
import { calculateQuote } from '../quote/calculate-quote.ts';
import { isPriced, type PriceList } from '../quote/price-list.ts';
import { MODULE_CHOICES } from '../view-models/choices.ts';
import { advice, type Finding, fault } from './finding.ts';

/** Whether every quote that can be asked for has its prices, by calculating them all. Pure. */
export function checkProducts(prices: PriceList, includedMetres: number): Finding[] {
  return [...checkModules(prices, includedMetres), ...checkLegacy(prices), ...checkTwins(prices)];
}

function checkModules(prices: PriceList, includedMetres: number): Finding[] {
  /** Kind of row → the numbers of modules whose quote has such a row without a price. */
  const unpriced = new Map<string, Set<number>>();
  for (const modules of MODULE_CHOICES.map(Number).filter(Number.isFinite)) {
    for (const selfInstallation of [false, true]) {
      const quote = { modules, inverter: 'auto', selfInstallation, distanceMetres: includedMetres + 1 } as const;
      const { output } = calculateQuote({ ...quote, discount: null }, prices, includedMetres);
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

/** What distinguishes the products of a category. */
const ROLES: Record<string, (product: Product) => number | null> = {
  battery_module: (product) => product.gaikan_num_modules,
  inverter: (product) => product.gaikan_kw,
  installation: () => null,
  inspection: () => null,
  cable: () => null,
  legacy_battery: (product) => product.gaikan_kwh,
  legacy_inverter: (product) => product.gaikan_kwh,
  legacy_installation: () => null,
};

/** Two active products for the same thing: which one a quote uses would depend on the CRM's order. */
function checkTwins(prices: PriceList): Finding[] {
  return Object.entries(ROLES).flatMap(([category, roleOf]) => {
    const roles = prices.filter((product) => isPriced(product, category)).map(roleOf);
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
