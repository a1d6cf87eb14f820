import { isDeepStrictEqual } from 'node:util';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { Product } from '../../crm-contract/shapes/product.ts';
import { euros } from '../crm/texts/euros.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { Lead } from '../queue/read-lead.ts';
import { manualQuote } from '../quote/calculate-legacy-quote.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import { toCents, toEuros } from '../quote/money.ts';
import type { PriceList } from '../quote/price-list.ts';
import { isSigned } from '../quote/quote-area.ts';
import { calculateFor, type PricingContext, quoteFields } from '../quote/quote-fields.ts';
import { isUsed, missingForQuote, readDiscount, readDistance, readModules } from '../quote/quote-inputs.ts';
import { parseStoredCalc } from '../quote/stored-calc.ts';
import { type Calc, PRICE_INPUT_NAMES } from '../view-models/quote.ts';
import { alreadySigned, notPossible, unreadableQuote } from './action-problems.ts';
import type { PanelContext } from './present-contact.ts';
import { QUOTE_EDITS, type QuoteAction, type Requote } from './quote-edits.ts';

export interface PlanContext extends PanelContext, RequoteContext {}

/**
 * What an edit would write, without writing it: the fields that staff sets, and in `patch` those that differ from the deal,
 * none for an edit that was already made. Throws where the deal or the price list does not allow it.
 */
export async function planEdit(
  context: PlanContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction,
  found: FoundDeal,
  lead: Lead,
): Promise<{ fields: DealFields; patch: DealFields }> {
  const { deal } = found;
  if (isSigned(deal)) throw alreadySigned(context, found, lead);
  const unreadable = missingForQuote(found);
  if (unreadable.length > 0) throw unreadableQuote(unreadable);
  const { fields, patch } = await patchFor(context, crmOptions, body, deal);
  const isOther = Object.keys(patch).length > 0 && deal.portal_declined_at !== null;
  // A quote that staff changed is another one than the customer refused (decision I3).
  return { fields, patch: isOther ? { ...patch, portal_declined_at: null } : patch };
}

async function patchFor(
  context: RequoteContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction,
  deal: Deal,
): Promise<{ fields: DealFields; patch: DealFields }> {
  const edit = QUOTE_EDITS[body.action];
  if (!edit.versions.includes(deal.gaikan_deal_version)) {
    throw notPossible(API_TEXTS.edit.otherVersion, 'action');
  }
  const quotes = new Requoter(context, crmOptions, edit.requote);
  // Each row of the table takes its own body; the action that found the row guarantees that it is this one.
  const fieldsOf = edit.fields as (body: QuoteAction, deal: Deal, prices: PriceList) => DealFields;
  const prices = edit.needsPrices ? await quotes.prices(body.action === 'calc') : [];
  const fields = fieldsOf(body, deal, prices);
  const after: Deal = { ...deal, ...fields };
  if (body.action === 'discount' && body.value > 0) await refuseAbove(quotes, after, body.value);
  const calc = await quotes.quoteOf(after, fields);
  if (calc === null && (body.action === 'calc' || isQuoteLost(body, deal))) {
    throw notPossible(whyNoQuote(after), 'action');
  }
  return { fields, patch: differing(deal, { ...fields, ...(calc === 'kept' ? {} : quoteFields(after, calc)) }) };
}

/** An edit must not remove a quote that somebody may have seen; only a change of format may start anew. */
function isQuoteLost(body: QuoteAction, deal: Deal): boolean {
  return deal.survey1_calc !== null && body.action !== 'upgrade-deal-version';
}

/** Decision E4: a discount is above zero and at most the sum of the rows, excl. btw. */
async function refuseAbove(quotes: Requoter, deal: Deal, discount: number): Promise<void> {
  const without = await quotes.quoteOf({ ...deal, gaikan_discount: null }, {});
  const sum = without === 'kept' ? null : toCents(without?.priceCalc.productUnitPriceSum ?? null);
  if (sum === null) throw notPossible(API_TEXTS.edit.noSumToDiscount);
  const cents = toCents(discount);
  if (cents === null || cents > sum) {
    throw notPossible(API_TEXTS.edit.discountAboveSum(euros(toEuros(sum))));
  }
}

/** Those of the fields that are not so in the deal. */
export function differing(deal: Deal, fields: DealFields): DealFields {
  const entries = Object.entries(fields).filter(([field, value]) => {
    const now = deal[field as keyof Deal];
    // The CRM holds a quote as text, and the same quote can be serialised in different ways.
    if (field === 'survey1_calc' && isSameCalculation(calcIn(now), calcIn(value))) return false;
    return (now || null) !== (value || null);
  });
  return Object.fromEntries(entries);
}

/** A calculation that a predecessor stored tells no inputs: then its figures decide. */
function isSameCalculation(stored: Calc | null, made: Calc | null): boolean {
  if (stored === null || made === null) return false;
  const { inputs, ...figures } = stored;
  const { inputs: madeFrom, ...madeFigures } = made;
  return isDeepStrictEqual(figures, madeFigures) && (inputs === undefined || isDeepStrictEqual(inputs, madeFrom));
}

function calcIn(stored: unknown) {
  return typeof stored === 'string' ? parseStoredCalc(stored) : null;
}

interface RequoteContext extends PricingContext {
  crm: CrmClient;
}

/** Staff sees prices that are at most a minute old; "Nu berekenen" asks the CRM. */
const PRICES_MAX_AGE_MS = 60_000;

/** Calculates or reads the quote after an edit, as the edit's row says. Reads the linked products at most once. */
class Requoter {
  readonly #context: RequoteContext;
  readonly #crmOptions: CrmCallOptions;
  readonly #requote: Requote;
  #linked: Promise<Product[]> | undefined;

  constructor(context: RequoteContext, crmOptions: CrmCallOptions, requote: Requote) {
    this.#context = context;
    this.#crmOptions = crmOptions;
    this.#requote = requote;
  }

  prices(anew: boolean): Promise<PriceList> {
    return this.#context.prices.read(anew ? 0 : PRICES_MAX_AGE_MS, this.#crmOptions);
  }

  /** The quote, null while an input is missing, or `kept` where the edit does not change it. */
  async quoteOf(deal: Deal, fields: DealFields): Promise<Calc | null | 'kept'> {
    const isManual = deal.survey1_no_calc === true;
    if (this.#requote === 'kept' || (isManual && this.#requote === 'inputs')) return 'kept';
    if (isManual) return this.#fromLinked(deal);
    if (this.#requote === 'only-linked') return 'kept';
    // What the deal's format does not depend on leaves its quote as it is.
    const inputs = PRICE_INPUT_NAMES.filter((name) => name in fields);
    if (inputs.length > 0 && !inputs.some((name) => isUsed(name, deal))) return 'kept';
    return calculateFor(this.#context, this.#crmOptions, deal, PRICES_MAX_AGE_MS);
  }

  async #fromLinked(deal: Deal): Promise<Calc> {
    this.#linked ??= this.#context.crm.deals.products(deal.id, this.#crmOptions);
    return manualQuote(await this.#linked, { version: deal.gaikan_deal_version, discount: readDiscount(deal) });
  }
}

/** Why this deal gives no quote: the first input that cannot be read, else the first that is missing. */
function whyNoQuote(deal: Deal): string {
  const { gaikan_saltion_battery_modules: modules, survey1_battery_box_distance_m: distance } = deal;
  const size = deal.survey1_preferred_battery_size;
  if (deal.gaikan_deal_version === null && size !== null) {
    return API_TEXTS.edit.sizeNotANumber(size);
  }
  if (deal.gaikan_deal_version === '2' && modules !== null && readModules(modules) === null) {
    return API_TEXTS.edit.modulesNotANumber(modules);
  }
  if (deal.gaikan_deal_version === '2' && distance !== null && readDistance(distance) === null) {
    return API_TEXTS.edit.distanceNotANumber(distance);
  }
  return API_TEXTS.edit.inputsMissing;
}
