import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { DEAL_FIELDS, Deal } from '../../crm-contract/shapes/deal.ts';
import type { NamesOf } from '../../crm-contract/shapes/fields.ts';
import { type Drift, parseAmount } from '../../crm-contract/shapes/read-record.ts';
import { PRICE_INPUT_NAMES, type PriceInputName } from '../view-models/answers.ts';
import { CUSTOM_MODULES, MOST_MODULES } from '../view-models/choices.ts';
import type { Calc, PriceInputs, QuoteRow } from '../view-models/quote.ts';
import { isSolarAnswered } from '../view-models/survey-step-texts.ts';
import type { LegacyInputs, QuoteInputs } from './calculate-quote.ts';
import type { FoundDeal } from './found-deal.ts';
import { toCents, toEuros } from './price-list.ts';
import { parseStoredCalc } from './stored-calc.ts';

/** The deal fields that a calculation may read. */
export type PricedFields = Pick<Deal, PriceInputName>;

interface PriceInput {
  /** The formats whose price depends on this input: "2" is built from modules, null is the older format. */
  formats: readonly (string | null)[];
  /** Its normalised value (decision J1): 1 and "1" are equal, empty is the default. */
  meant(deal: PricedFields): PriceInputs[PriceInputName];
  /**
   * The value that a quote's rows show; undefined if the rows do not show it. It is used for a calculation that was
   * stored without its inputs, or whose rows were edited.
   */
  inRows(quote: Quote, deal: PricedFields): PriceInputs[PriceInputName] | undefined;
  /** A colleague sets this input for the offer. Any value but the default fixes the offer (decision J2). */
  granted?: true;
}

/** The rows of a quote by modules. */
interface Quote {
  row(type: string): Pick<QuoteRow, 'amount'> | undefined;
  inverterKw: number | null;
  discountEuros: number | null;
  includedMetres: number;
}

const notInRows = () => undefined;

/** Versions of a quote, as in `gaikan_deal_version`. */
export const MODULES = ['2'] as const;
export const OLDER = [null] as const;
export const BOTH = ['2', null] as const;

/**
 * The deal fields that a price is calculated from. This table decides what is stored with a calculation, how a
 * calculation is compared with the deal, which customer answers change a price, and which fields must be readable
 * before a calculation. A calculation reads no other field of the deal (`PricedFields`). The compiler enforces one row
 * for each field marked with `price` in the contract, and the same names in the view models.
 */
export const PRICE_INPUTS: Record<PriceInputName, PriceInput> = {
  gaikan_deal_version: {
    formats: BOTH,
    meant: (deal) => textIn(deal.gaikan_deal_version),
    inRows: notInRows,
  },
  gaikan_saltion_battery_modules: {
    formats: MODULES,
    meant: ({ gaikan_saltion_battery_modules: modules }) => countIn(modules) ?? textIn(modules),
    inRows: ({ row }) => row('battery_module')?.amount?.toString(),
  },
  survey1_battery_box_distance_m: {
    formats: MODULES,
    // §9: 1 metre is the default.
    meant: ({ survey1_battery_box_distance_m: metres }) => countIn(metres) ?? textIn(metres) ?? '1',
    inRows: ({ row, includedMetres }, deal) => {
      if (!row('installation')) return undefined;
      const extra = row('cable')?.amount ?? 0;
      const metres = Number(PRICE_INPUTS.survey1_battery_box_distance_m.meant(deal));
      return extra === Math.max(0, metres - includedMetres) ? undefined : String(includedMetres + extra);
    },
  },
  gaikan_saltion_fixed_inverter_kw: {
    formats: MODULES,
    meant: ({ gaikan_saltion_fixed_inverter_kw: power }) => powerIn(power) ?? textIn(power),
    inRows: ({ row, inverterKw }, deal) => {
      if (!row('inverter')) return 'none';
      const chosen = PRICE_INPUTS.gaikan_saltion_fixed_inverter_kw.meant(deal);
      if (chosen === 'none') return null;
      return chosen === null ? undefined : inverterKw?.toString();
    },
    granted: true,
  },
  gaikan_self_installation: {
    formats: MODULES,
    meant: ({ gaikan_self_installation: own }) => (own === '1' ? own : null),
    inRows: ({ row }) => (row('installation') ? null : row('inspection') && '1'),
    granted: true,
  },
  survey1_preferred_battery_size: {
    formats: OLDER,
    meant: ({ survey1_preferred_battery_size: size }) => countIn(size) ?? textIn(size),
    inRows: notInRows,
  },
  gaikan_discount: {
    formats: BOTH,
    meant: (deal) => {
      const discount = readDiscount(deal);
      return discount && toEuros(discount.amountCents);
    },
    inRows: ({ discountEuros }) => discountEuros,
    granted: true,
  },
  gaikan_discount_reason: {
    formats: BOTH,
    meant: (deal) => textIn(readDiscount(deal)?.reason ?? null),
    inRows: notInRows,
  },
} satisfies Record<NamesOf<typeof DEAL_FIELDS, { price: true }>, PriceInput>;

/** The normalised inputs of a price in the deal's own format, as stored with the calculation. */
export function priceInputs(deal: PricedFields): PriceInputs {
  const used = PRICE_INPUT_NAMES.filter((name) => isUsed(name, deal));
  return Object.fromEntries(used.map((name) => [name, PRICE_INPUTS[name].meant(deal)]));
}

/**
 * The inputs that the rows of a quote by modules show: of any other deal only that its quote has such rows. A
 * calculation is read with the included metres that it was made with. If it does not hold these, it is read with those
 * of the portal file.
 */
export function inputsInRows(deal: PricedFields, calc: Calc, includedMetresNow: number): PriceInputs {
  const rows = calc.output.products;
  if (!isUsed('gaikan_saltion_battery_modules', deal)) {
    return rows.length > 0 && calc.quote.products.length === 0 ? { gaikan_deal_version: '2' } : {};
  }
  const discounts = rows.filter(({ type }) => type === 'discount');
  const cents = discounts.reduce((sum, { priceTotal }) => sum - (toCents(priceTotal) ?? 0), 0);
  const quote: Quote = {
    row: (type) => rows.find((row) => row.type === type),
    inverterKw: calc.quote.inverter?.size ?? null,
    discountEuros: cents === 0 ? null : cents / 100,
    includedMetres: calc.includedMetres ?? includedMetresNow,
  };
  return Object.fromEntries(PRICE_INPUT_NAMES.map((name) => [name, PRICE_INPUTS[name].inRows(quote, deal)]));
}

export function isUsed(name: PriceInputName, { gaikan_deal_version: format }: PricedFields): boolean {
  return PRICE_INPUTS[name].formats.includes(format);
}

/** A deal's fields as inputs of its quote; null if the modules ("1" to "15") or the distance are unknown. */
export function readInputs(deal: PricedFields): QuoteInputs | null {
  const modules = readModules(deal.gaikan_saltion_battery_modules);
  const distanceMetres = wholeNumber(deal.survey1_battery_box_distance_m);
  if (modules === null || distanceMetres === null) return null;
  return {
    modules,
    inverter: readInverter(deal.gaikan_saltion_fixed_inverter_kw),
    selfInstallation: deal.gaikan_self_installation === '1',
    distanceMetres,
    discount: readDiscount(deal),
  };
}

export function readModules(value: string | null): number | null {
  const modules = wholeNumber(value);
  return modules !== null && modules <= MOST_MODULES ? modules : null;
}

/** "L" and "XL" have no price: a colleague makes the quote (decision C4). */
export function isMadeToMeasure(modules: string | null | undefined): boolean {
  return CUSTOM_MODULES.some((choice) => choice === modules);
}

/**
 * A calculation that lacks a price does not complete the survey, though its questions may be answered. A battery made to
 * measure has no calculation; its last question is the distance.
 */
export function isSurveyAnswered(deal: Deal): boolean {
  if (deal.survey1_calc_complete === true || deal.survey1_no_calc === true) return true;
  if (deal.survey1_calc !== null && isSolarAnswered(deal)) return true;
  return isMadeToMeasure(deal.gaikan_saltion_battery_modules) && deal.survey1_battery_box_distance_m !== null;
}

/** A discount may be stored as a negative number; empty or zero means none. */
export function readDiscount(
  deal: Pick<PricedFields, 'gaikan_discount' | 'gaikan_discount_reason'>,
): QuoteInputs['discount'] {
  const cents = toCents(deal.gaikan_discount);
  return cents ? { amountCents: Math.abs(cents), reason: deal.gaikan_discount_reason } : null;
}

/** The inputs of a deal of the older format: the chosen size, else the quoted size; null without either. */
export function readLegacyInputs(deal: PricedFields & Pick<Deal, 'survey1_calc'>): LegacyInputs | null {
  const quoted = parseStoredCalc(deal.survey1_calc)?.quote.battery?.size ?? null;
  const sizeKwh = wholeNumber(deal.survey1_preferred_battery_size) ?? quoted;
  return sizeKwh === null ? null : { sizeKwh, discountCents: readDiscount(deal)?.amountCents ?? null };
}

/** "" is automatic, "none" is none, a number is a power; anything else matches no product (decision A4). */
function readInverter(value: string | null): QuoteInputs['inverter'] {
  if (value === null || value.trim() === '') return 'auto';
  if (value === 'none') return 'none';
  return { kw: parseAmount(value) ?? Number.NaN };
}

/** A count or metres; null if it is none of three digits at most. */
export function wholeNumber(value: string | null): number | null {
  const number = value !== null && /^\d{1,3}$/.test(value.trim()) ? Number(value) : 0;
  return number >= 1 ? number : null;
}

/** "012" and "12" are the same count, "10" and "10,0" the same power. */
function countIn(value: string | null): string | null {
  return wholeNumber(value)?.toString() ?? null;
}

function powerIn(value: string | null): string | null {
  return value === null ? null : (parseAmount(value)?.toString() ?? null);
}

function textIn(value: string | null): string | null {
  return value?.trim() || null;
}

// A renamed or removed field, or one with an impossible value, reads as empty (decision A4). For most fields that is
// enough, but for fields that decide a quote "empty" would be wrong.

/** The same options, plus a list that collects unreadable fields of the answers. */
export function watched(crmOptions: CrmCallOptions): { crmOptions: CrmCallOptions; drifts: Drift[] } {
  const drifts: Drift[] = [];
  return { crmOptions: { ...crmOptions, onDrift: (drift) => drifts.push(drift) }, drifts };
}

const JOINED = 'Contact_Name.';

/** Fields of the deal itself that could not be read. */
export function unreadableOfDeal(drifts: readonly Drift[], dealId: string): string[] {
  const own = drifts.filter(
    ({ module, field, id }) => module === 'Deals' && !field.startsWith(JOINED) && id === dealId,
  );
  return own.map(({ field }) => field);
}

/** Fields of the contact that could not be read, from the contact or joined to its deals. */
export function unreadableOfContact(drifts: readonly Drift[]): string[] {
  const own = drifts.filter(({ module, field }) => module === 'Contacts' || field.startsWith(JOINED));
  return [...new Set(own.map(({ field }) => field.replace(JOINED, '')))];
}

const SIGNATURES: readonly (keyof Deal)[] = ['survey1_signature', 'gaikan_signature_plain'];

/** Fields that decide a quote besides its price inputs. Visibility is not included: empty means not visible. */
const STATE: readonly (keyof Deal)[] = [...SIGNATURES, 'survey1_pending_subsidy', 'survey1_no_calc'];

type Read = { deal: PricedFields; unreadable: readonly string[] };

/** Unreadable fields of a quote's content or state. A quote with such a field is hidden rather than shown wrong. */
export function unsureOfQuote({ deal, unreadable }: Read): string[] {
  const inputs = PRICE_INPUT_NAMES.filter((name) => isUsed(name, deal));
  return [...STATE, ...inputs].filter((field) => unreadable.includes(field));
}

/** Unreadable fields that prevent a calculation, except those set again by `given`. */
export function missingForQuote(read: Read, given: object = {}): string[] {
  const unsure = unsureOfQuote(read);
  if (read.unreadable.includes('survey1_calc')) unsure.push('survey1_calc');
  return unsure.filter((field) => !(field in given));
}

/** Whether there is a quote whose signature cannot be read. */
export function isSigningUnknown({ deal, unreadable }: Pick<FoundDeal, 'deal' | 'unreadable'>): boolean {
  return deal.survey1_calc !== null && SIGNATURES.some((field) => unreadable.includes(field));
}
