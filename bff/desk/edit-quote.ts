import { isDeepStrictEqual } from 'node:util';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import type { Product } from '../../crm-contract/shapes/product.ts';
import { changeLines, presentLines } from '../crm/texts/edit-texts.ts';
import { euros } from '../crm/texts/moments-and-euros.ts';
import { changeDeal } from '../deal/change-deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { dealOf, type Lead, type LeadReadContext, readLead, withDeal } from '../queue/read-lead.ts';
import { manualQuote, withDiscount } from '../quote/calculate-quote.ts';
import { calculateFor, type PricingContext, quoteFields } from '../quote/check-quote.ts';
import { type DealFields, type FoundDeal, isModuleQuote, isSigned } from '../quote/found-deal.ts';
import { type PriceList, toCents, toEuros } from '../quote/price-list.ts';
import { isUsed, missingForQuote, readDiscount, readModules, wholeNumber } from '../quote/quote-inputs.ts';
import { parseStoredCalc } from '../quote/stored-calc.ts';
import { PRICE_INPUT_NAMES } from '../view-models/answers.ts';
import type { RefusedPart } from '../view-models/callcenter-action.ts';
import type { Calc } from '../view-models/quote.ts';
import { type ChangeContext, noteChange } from './action-note.ts';
import { type Actor, alreadySigned, editedMeanwhile, leadDealReader, notPossible } from './action-request.ts';
import type { PanelContext } from './present-panel.ts';
import { QUOTE_EDITS, type QuoteAction, type Requote } from './quote-edits.ts';
import { isUndoableEdit, type UndoableEdits } from './undoable.ts';
import { isOtherDeal, versionOf } from './version.ts';

export interface QuoteEditContext extends LeadReadContext, ChangeContext, PlanContext {
  undoableEdits: UndoableEdits;
}

/**
 * Changes a quote: the input, the resulting quote and `Amount` in one guarded write, then a note. If somebody edited
 * the deal since the panel showed it, nothing is overwritten and the answer is the present deal (decision A3).
 * Repeating the same edit changes nothing and is no conflict; it writes the note if that is missing.
 */
export async function editQuote(
  context: QuoteEditContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction & { contactId: string },
  actor: Actor,
): Promise<{ lead: Lead; deal: Deal; refused: RefusedPart[] | undefined }> {
  let lead = await readLead(context, crmOptions, body.contactId);
  const first = dealOf(lead, body.dealId);
  let shown = body.expected;
  let asked: DealFields = {};
  let facts: readonly string[] = [];
  let undoValues: { before: DealFields; after: DealFields } = { before: {}, after: {} };

  const change = changeDeal(context, crmOptions, {
    first,
    read: leadDealReader(context, lead, first.deal.id, (anew) => {
      lead = anew;
    }),
    decide: async (now) => {
      const { fields, patch } = await planEdit(context, crmOptions, body, now, lead);
      asked = fields;
      if (Object.keys(patch).length === 0) return null;
      if (shown !== undefined && isOtherDeal(shown, now.deal)) throw editedMeanwhile(context, lead, now);
      shown = versionOf(now.deal);
      facts = changeLines(now.deal, patch);
      undoValues = { before: valuesOf(now.deal, patch), after: patch };
      return patch;
    },
  });
  const { found, written } = await context.pendingNotes.keptIfUnknown(actor.ref, change, () => ({ facts }));
  const { deal } = found;
  const { action, dealId, contactId } = body;
  if (written && isUndoableEdit(action)) {
    context.undoableEdits.keep(contactId, { ref: actor.ref, dealId, action, ...undoValues });
  }
  const isStale = shown !== undefined && isOtherDeal(shown, deal);
  // Typed text is kept even if the edit had nothing to change (decision I10).
  const typed = body.note === undefined ? undefined : [];
  const missing = context.pendingNotes.of(actor.ref)?.facts ?? (isStale ? presentLines(deal, asked) : typed);
  const noted = written ? facts : missing;
  const about = { contactId, action, dealName: deal.Deal_Name, typed: body.note, ownerId: deal.Owner?.id ?? null };
  const refused =
    noted && (await noteChange(context, crmOptions, { ...about, facts: noted, lookFirst: !written }, actor));
  return { lead: withDeal(lead, deal), deal, refused };
}

/** The deal's present values of the fields in a patch. */
function valuesOf(deal: Deal, patch: DealFields): DealFields {
  return Object.fromEntries(Object.keys(patch).map((field) => [field, deal[field as keyof Deal]]));
}

interface PlanContext extends PanelContext, RequoteContext {}

/**
 * Plans an edit, and writes nothing. `fields` are the fields that staff sets. `patch` has those that differ from the
 * deal; it is empty for an edit that was already made. Throws if the deal or the price list does not allow the edit.
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
  // The portal does not change a quote that it cannot read whole (decision A4).
  if (unreadable.length > 0) {
    throw new ProblemError('quote_incomplete', { detail: API_TEXTS.edit.unreadable(unreadable) });
  }
  const { fields, patch } = await patchFor(context, crmOptions, body, deal);
  const isOther = Object.keys(patch).length > 0 && deal.portal_declined_at !== null;
  // The edit makes another quote than the one that the customer refused, so the refusal ends (decision I3).
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
  // A quote by modules is converted already.
  if (body.action === 'upgrade-deal-version' && isModuleQuote(deal)) return { fields: {}, patch: {} };
  const quotes = new Requoter(context, crmOptions, edit.requote);
  // Each row of the table takes its own body type; the action that selected the row guarantees that it matches.
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

/** An edit must not remove a quote that somebody may have seen; only a calculation in another format may start over. */
function isQuoteLost(body: QuoteAction, deal: Deal): boolean {
  const startsOver = body.action === 'upgrade-deal-version' && deal.survey1_no_calc !== true;
  return deal.survey1_calc !== null && !startsOver;
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

/** The fields whose values differ from the deal's. */
export function differing(deal: Deal, fields: DealFields): DealFields {
  const entries = Object.entries(fields).filter(([field, value]) => {
    const now = deal[field as keyof Deal];
    // The CRM stores a quote as text, and the same quote can be serialised in different ways.
    if (field === 'survey1_calc' && isSameCalculation(calcIn(now), calcIn(value))) return false;
    return (now || null) !== (value || null);
  });
  return Object.fromEntries(entries);
}

/** Without inputs, as in a manual quote, the figures decide. */
function isSameCalculation(stored: Calc | null, made: Calc | null): boolean {
  if (stored === null || made === null) return false;
  const { inputs, includedMetres, ...figures } = stored;
  const { inputs: madeFrom, includedMetres: madeWith, ...madeFigures } = made;
  const isMadeTheSame = !inputs || !madeFrom || isDeepStrictEqual([inputs, includedMetres], [madeFrom, madeWith]);
  return isMadeTheSame && isDeepStrictEqual(figures, madeFigures);
}

function calcIn(stored: unknown) {
  return typeof stored === 'string' ? parseStoredCalc(stored) : null;
}

interface RequoteContext extends PricingContext {
  crm: CrmClient;
}

/** Staff sees prices that are at most a minute old; "Nu berekenen" reads them from the CRM. */
const PRICES_MAX_AGE_MS = 60_000;

/** Calculates or reads the quote after an edit, as the edit's row says. Reads linked products at most once. */
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

  /** The quote; null if an input is missing, or no product replaces the present rows; `kept` if the edit leaves it. */
  async quoteOf(deal: Deal, fields: DealFields): Promise<Calc | null | 'kept'> {
    const isManual = deal.survey1_no_calc === true;
    if (this.#requote === 'kept' || (isManual && this.#requote === 'inputs')) return 'kept';
    if (isManual) return (this.#requote === 'rows' && ownRows(deal)) || this.#fromLinked(deal);
    if (this.#requote === 'only-linked') return 'kept';
    // An input that the deal's format does not use leaves the quote as it is.
    const inputs = PRICE_INPUT_NAMES.filter((name) => name in fields);
    if (inputs.length > 0 && !inputs.some((name) => isUsed(name, deal))) return 'kept';
    return calculateFor(this.#context, this.#crmOptions, deal, PRICES_MAX_AGE_MS);
  }

  async #fromLinked(deal: Deal): Promise<Calc | null> {
    this.#linked ??= this.#context.crm.deals.products(deal.id, this.#crmOptions);
    const linked = await this.#linked;
    return linked.length === 0 && deal.survey1_calc !== null
      ? null
      : manualQuote(linked, deal.gaikan_deal_version, readDiscount(deal));
  }
}

/** The rows of a manual quote, with the deal's discount; null if it has no rows of its own (§3). */
function ownRows(deal: Deal): Calc | null {
  const calc = parseStoredCalc(deal.survey1_calc);
  const rows = isModuleQuote(deal) ? calc?.output.products : calc?.quote.products;
  if (!calc || !rows?.some((row) => !('type' in row) || row.type !== 'discount')) return null;
  // With another discount it is no longer the calculation from these inputs.
  const { inputs: _, ...own } = calc;
  return withDiscount(own, deal.gaikan_deal_version, readDiscount(deal));
}

/** Why this deal has no quote: the first input that cannot be read, else the first that is missing. */
function whyNoQuote(deal: Deal): string {
  const { gaikan_saltion_battery_modules: modules, survey1_battery_box_distance_m: distance } = deal;
  const size = deal.survey1_preferred_battery_size;
  if (deal.survey1_no_calc === true) return API_TEXTS.edit.nothingLinked;
  if (deal.gaikan_deal_version === null && size !== null) {
    return API_TEXTS.edit.sizeNotANumber(size);
  }
  if (deal.gaikan_deal_version === '2' && modules !== null && readModules(modules) === null) {
    return API_TEXTS.edit.modulesNotANumber(modules);
  }
  if (deal.gaikan_deal_version === '2' && distance !== null && wholeNumber(distance) === null) {
    return API_TEXTS.edit.distanceNotANumber(distance);
  }
  return API_TEXTS.edit.inputsMissing;
}
