import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { type Calc, PRICE_INPUT_NAMES, type PriceInputName, type PriceInputs } from '../view-models/quote.ts';
import { toCents } from './money.ts';
import { isUsed, PRICE_INPUTS, type PricedFields, priceInputs } from './quote-inputs.ts';

// An offer is one version (decision J1): a calculation is only valid for its own inputs. A colleague's concession
// applies to that version only (decision J2).

/** An input that differs between deal and calculation, with normalised values. */
export interface InputDifference {
  field: PriceInputName;
  quoted: string | number | null;
  now: string | number | null;
}

/** Inputs missing in a calculation count as empty, whatever the deal says. */
const NOTHING: PriceInputs = Object.fromEntries(PRICE_INPUT_NAMES.map((name) => [name, null]));

/** Inputs that sales ops, or a partly failed write, changed since the quote was calculated. */
export function inputDifferences(
  deal: PricedFields & Pick<Deal, 'survey1_no_calc'>,
  calc: Calc | null,
  includedMetres: number,
): InputDifference[] {
  if (calc === null || deal.survey1_no_calc === true) return [];
  // Somebody may have edited only the rows, or only the inputs.
  const told = [toldByRows(deal, calc, includedMetres), ...(calc.inputs ? [{ ...NOTHING, ...calc.inputs }] : [])];
  const inputs = { ...priceInputs(deal), gaikan_deal_version: PRICE_INPUTS.gaikan_deal_version.meant(deal) };
  return PRICE_INPUT_NAMES.flatMap((field) => {
    const now = inputs[field] ?? null;
    // Inputs not found in the calculation count as equal.
    const quoted = told.map((each) => each[field]).find((value) => value !== undefined && value !== now);
    // An unknown version has no inputs of its own, but being another version is a difference too.
    const counts = field === 'gaikan_deal_version' || isUsed(field, deal);
    return quoted === undefined || !counts ? [] : [{ field, quoted, now }];
  });
}

/** The inputs derived from the rows, for a calculation stored without them by a predecessor. */
function toldByRows(deal: PricedFields, calc: Calc, includedMetres: number): PriceInputs {
  if (!isUsed('gaikan_saltion_battery_modules', deal)) return {};
  const rows = calc.output.products;
  const rowOf = (kind: string) => rows.find(({ type }) => type === kind);
  const modules = rowOf('battery_module')?.amount;
  const told: PriceInputs = {};
  if (modules != null) told.gaikan_saltion_battery_modules = String(modules);

  const chosen = PRICE_INPUTS.gaikan_saltion_fixed_inverter_kw.meant(deal);
  const power = calc.quote.inverter?.size;
  if (!rowOf('inverter')) told.gaikan_saltion_fixed_inverter_kw = 'none';
  else if (chosen === 'none') told.gaikan_saltion_fixed_inverter_kw = null;
  else if (chosen !== null && power != null) told.gaikan_saltion_fixed_inverter_kw = String(power);

  if (rowOf('installation')) {
    told.gaikan_self_installation = null;
    const extra = rowOf('cable')?.amount ?? 0;
    const metres = Number(PRICE_INPUTS.survey1_battery_box_distance_m.meant(deal));
    if (extra !== Math.max(0, metres - includedMetres)) {
      told.survey1_battery_box_distance_m = String(includedMetres + extra);
    }
  } else if (rowOf('inspection')) told.gaikan_self_installation = '1';

  const discount = rows.filter(({ type }) => type === 'discount');
  const cents = discount.reduce((sum, { priceTotal }) => sum - (toCents(priceTotal) ?? 0), 0);
  told.gaikan_discount = cents === 0 ? null : cents / 100;
  return told;
}

/**
 * Whether a colleague made a concession for this offer, once calculated (decision J2): then its customer cannot change
 * the price, but has to request it.
 */
export function isFixedOffer(deal: PricedFields & Pick<Deal, 'survey1_calc' | 'survey1_no_calc'>): boolean {
  if (deal.survey1_calc === null) return false;
  if (deal.survey1_no_calc === true || deal.gaikan_deal_version !== '2') return true;
  return PRICE_INPUT_NAMES.some((name) => PRICE_INPUTS[name].granted && PRICE_INPUTS[name].meant(deal) !== null);
}
