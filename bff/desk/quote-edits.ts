import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { allowedBatteryKwh, moduleKwh } from '../quote/calculate-quote.ts';
import type { DealFields } from '../quote/found-deal.ts';
import { isPriced, type PriceList } from '../quote/price-list.ts';
import { BOTH, MODULES, OLDER } from '../quote/quote-inputs.ts';
import { parseStoredCalc } from '../quote/stored-calc.ts';
import type { CallOutcome } from '../view-models/call-outcomes.ts';
import type { CallcenterAction } from '../view-models/callcenter-action.ts';
import { MOST_MODULES } from '../view-models/choices.ts';
import { notPossible } from './action-request.ts';

export type QuoteAction = Exclude<
  CallcenterAction,
  {
    action:
      | CallOutcome
      | 'setOwner'
      | 'note'
      | 'undo'
      | 'set-contact-details'
      | 'send-link'
      | 'new-link'
      | 'permission';
  }
>;

/**
 * Where the quote comes from after an edit (decision E7).
 * - `inputs`: it is calculated, unless it is manual
 * - `rows`: a manual quote keeps its rows, any other quote is calculated
 * - `linked`: a manual quote is read from the deal's products, any other quote is calculated
 * - `only-linked`: a manual quote is read from the deal's products, any other quote stays
 * - `kept`: it stays
 */
export type Requote = 'inputs' | 'rows' | 'linked' | 'only-linked' | 'kept';

interface QuoteEdit<Body> {
  /** The formats it applies to: "2", or null for the older one. */
  versions: readonly (string | null)[];
  requote: Requote;
  /** Whether `fields` uses the price list; other edits work without it. */
  needsPrices?: true;
  /** The fields to set; throws if the deal or the price list does not allow it. */
  fields: (body: Body, deal: Deal, prices: PriceList) => DealFields;
}

type Table = { [Name in QuoteAction['action']]: QuoteEdit<Extract<QuoteAction, { action: Name }>> };

function refuseUnlessSold(modules: string, prices: PriceList): void {
  const isSold = prices.some((p) => isPriced(p, 'battery_module') && p.gaikan_num_modules === Number(modules));
  if (!isSold) throw notPossible(API_TEXTS.edit.modulesNotSold(modules));
}

/**
 * Every quote edit of §7.4, plus our own additions. All are refused after signing and make one guarded write and one
 * note.
 */
export const QUOTE_EDITS: Table = {
  'set-battery-module-num': {
    versions: MODULES,
    requote: 'inputs',
    needsPrices: true,
    fields: ({ value }, _deal, prices) => {
      refuseUnlessSold(value, prices);
      return { gaikan_saltion_battery_modules: value };
    },
  },
  // Applies the customer's change requests in one write (decision J2).
  'set-answers': {
    versions: MODULES,
    requote: 'inputs',
    needsPrices: true,
    fields: ({ properties }, deal, prices) => {
      if (deal.survey1_no_calc === true) throw notPossible(API_TEXTS.edit.isManual, 'action');
      const { gaikan_saltion_battery_modules: modules } = properties;
      if (modules !== undefined) refuseUnlessSold(modules, prices);
      return properties;
    },
  },
  'set-fixed-inverter-kwh': {
    versions: MODULES,
    requote: 'inputs',
    needsPrices: true,
    fields: ({ value }, _deal, prices) => {
      const isChoice = value === '' || value === 'none';
      const isSold = prices.some((p) => isPriced(p, 'inverter') && p.gaikan_kw === Number(value));
      if (!isChoice && !isSold) throw notPossible(API_TEXTS.edit.inverterNotSold(value));
      return { gaikan_saltion_fixed_inverter_kw: value === '' ? null : value };
    },
  },
  'set-deal-property': {
    versions: BOTH,
    requote: 'inputs',
    fields: (body) => {
      switch (body.name) {
        case 'gaikan_self_installation':
          return { gaikan_self_installation: body.value === '' ? null : body.value };
        case 'survey1_battery_box_distance_m':
          return { survey1_battery_box_distance_m: body.value };
        case 'survey1_no_calc':
          return { survey1_no_calc: body.value };
      }
    },
  },
  'set-battery-size': {
    versions: OLDER,
    requote: 'inputs',
    needsPrices: true,
    fields: ({ value }, _deal, prices) => {
      if (!allowedBatteryKwh(prices).includes(Number(value))) {
        throw notPossible(API_TEXTS.edit.batteryNotSold(value));
      }
      return { survey1_preferred_battery_size: value };
    },
  },
  'upgrade-deal-version': {
    versions: BOTH,
    requote: 'linked',
    fields: (_body, deal) => ({
      gaikan_deal_version: '2',
      gaikan_saltion_battery_modules: modulesForLegacy(deal),
      // §3: 1 metre unless set otherwise.
      ...(deal.survey1_battery_box_distance_m === null && { survey1_battery_box_distance_m: '1' }),
    }),
  },
  survey1_no_calc: { versions: BOTH, requote: 'kept', fields: () => ({ survey1_no_calc: true }) },
  calc: {
    versions: BOTH,
    requote: 'inputs',
    needsPrices: true,
    fields: (_body, deal) => {
      if (deal.survey1_no_calc !== true) return {};
      throw notPossible(API_TEXTS.edit.isManual, 'action');
    },
  },
  sync: { versions: BOTH, requote: 'only-linked', fields: () => ({}) },
  discount: {
    versions: BOTH,
    requote: 'rows',
    fields: ({ value, value2 }) => ({
      gaikan_discount: value === 0 ? null : value,
      gaikan_discount_reason: value === 0 ? null : value2 || null,
    }),
  },
};

export function isQuoteAction(body: CallcenterAction): body is QuoteAction {
  return Object.hasOwn(QUOTE_EDITS, body.action);
}

/** Modules per size of the older format, as paired in §9: "20" is offered as 22,8 kWh, which is 4 modules. */
const MODULES_FOR: Record<string, number> = { '5': 1, '11': 2, '17': 3, '20': 4, '40': 8, '60': 12, '80': 15 };

/**
 * How many modules a deal of the older format gets (§2.10, "Omzetten naar modules"): by the pairs of §9, the maximum
 * for 80 kWh, the nearest number for any other size. Null without a size.
 */
function modulesForLegacy(deal: Pick<Deal, 'survey1_calc' | 'survey1_preferred_battery_size'>): string | null {
  const quoted = parseStoredCalc(deal.survey1_calc)?.quote.battery?.size ?? null;
  const size = quoted ?? deal.survey1_preferred_battery_size;
  const kwh = Number(size);
  const paired = MODULES_FOR[String(size)];
  if (paired !== undefined) return String(paired);
  if (!Number.isFinite(kwh) || kwh <= 0) return null;
  return String(Math.min(MOST_MODULES, Math.max(1, Math.round(kwh / moduleKwh(1)))));
}
