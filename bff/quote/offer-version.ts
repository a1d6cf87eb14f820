import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { PRICE_INPUT_NAMES, type PriceInputName } from '../view-models/answers.ts';
import type { Calc, PriceInputs } from '../view-models/quote.ts';
import { isUsed, PRICE_INPUTS, type PricedFields, priceInputs, toldByRows } from './quote-inputs.ts';

// A calculation is valid only for its own inputs (decision J1). Other inputs make another version of the offer. A
// colleague's concession applies to one version only (decision J2).

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
    // An unknown version has no inputs of its own, but the version itself is a difference.
    const counts = field === 'gaikan_deal_version' || isUsed(field, deal);
    return quoted === undefined || !counts ? [] : [{ field, quoted, now }];
  });
}

/**
 * Whether a colleague made a concession for this offer, once it is calculated (decision J2). The customer then has to
 * request a change of the price.
 */
export function isFixedOffer(deal: PricedFields & Pick<Deal, 'survey1_calc' | 'survey1_no_calc'>): boolean {
  if (deal.survey1_calc === null) return false;
  if (deal.survey1_no_calc === true || deal.gaikan_deal_version !== '2') return true;
  return PRICE_INPUT_NAMES.some((name) => PRICE_INPUTS[name].granted && PRICE_INPUTS[name].meant(deal) !== null);
}
