import { isDeepStrictEqual } from 'node:util';
import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import { CrmError } from '../../../crm-contract/errors.ts';
import type { Deal } from '../../../crm-contract/shapes/deal.ts';
import { changeLines, standingLines } from '../../crm/texts/edit-texts.ts';
import { euros } from '../../crm/texts/euros.ts';
import { actionLines } from '../../crm/texts/outcome-texts.ts';
import { changeDeal } from '../../deal/change-deal.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import type { DealFields } from '../../quote/found-deal.ts';
import { toCents, toEuros } from '../../quote/money.ts';
import type { PriceList } from '../../quote/price-list.ts';
import { isSigned } from '../../quote/quote-area.ts';
import { quoteFields } from '../../quote/quote-fields.ts';
import { parseStoredCalc } from '../../quote/stored-calc.ts';
import { missingForQuote } from '../../quote/unreadable-fields.ts';
import type { Calc } from '../../view-models/quote.ts';
import { heldDeal } from '../held-deal.ts';
import type { PanelContext } from '../present-contact.ts';
import { dealOf, type Lead, type LeadReadContext, readLead, withDeal } from '../read-lead.ts';
import { isOtherDeal, versionOf } from '../version.ts';
import { type ChangeContext, noteChange } from './action-note.ts';
import { alreadySigned, editedMeanwhile, notPossible, unreadableQuote } from './action-problems.ts';
import type { Actor } from './action-request.ts';
import { QUOTE_EDITS, type QuoteAction } from './quote-edits.ts';
import { type RequoteContext, Requoter } from './requote.ts';
import { whyNoQuote } from './why-no-quote.ts';

export interface QuoteEditContext extends LeadReadContext, ChangeContext, PanelContext, RequoteContext {}

/**
 * Changes a quote: the input, the resulting quote and `Amount` in one guarded write, then a note. When somebody else
 * edited the deal since the panel showed it, nothing is overwritten: the answer is the deal as it is now (decision A3).
 * Repeating the same edit changes nothing and is not a conflict; if its note is missing, it is left then.
 */
export async function editQuote(
  context: QuoteEditContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction & { contactId: string },
  actor: Actor,
): Promise<{ lead: Lead; deal: Deal }> {
  let lead = await readLead(context, crmOptions, body.contactId);
  const first = dealOf(lead, body.dealId);
  let shown = body.expected;
  let asked: DealFields = {};
  let facts: readonly string[] = [];

  const change = changeDeal(context, crmOptions, {
    read: heldDeal(context, lead, first, (anew) => {
      lead = anew;
    }),
    guarded: true,
    decide: async (now) => {
      if (isSigned(now.deal)) throw alreadySigned(context, now, lead);
      const unreadable = missingForQuote(now);
      if (unreadable.length > 0) throw unreadableQuote(unreadable);
      const { fields, patch } = await patchFor(context, crmOptions, body, now.deal);
      asked = fields;
      if (Object.keys(patch).length === 0) return null;
      if (shown !== undefined && isOtherDeal(shown, now.deal)) throw editedMeanwhile(context, lead, now);
      shown = versionOf(now.deal);
      facts = changeLines(now.deal, patch);
      // A quote that staff changed is another one than the customer refused (decision I3).
      return now.deal.portal_declined_at === null ? patch : { ...patch, portal_declined_at: null };
    },
  });
  const { found, written } = await change.catch((error) => {
    if (error instanceof CrmError && error.sent === 'unknown') context.pendingNotes.add(actor.ref, facts);
    throw error;
  });
  const { deal } = found;
  const isStale = shown !== undefined && isOtherDeal(shown, deal);
  // What was typed is kept, also where the edit itself had nothing to change (decision I10).
  const typed = body.note === undefined ? null : [];
  const missing = context.pendingNotes.of(actor.ref) ?? (isStale ? standingLines(deal, asked) : typed);
  if (written) await noteEdit(context, crmOptions, body, actor, deal, facts, false);
  else if (missing) await noteEdit(context, crmOptions, body, actor, deal, missing, true);
  return { lead: withDeal(lead, deal), deal };
}

function calcIn(stored: unknown) {
  return typeof stored === 'string' ? parseStoredCalc(stored) : null;
}

/** The fields that staff sets, and which of them differ from the deal: none for an edit that was already made. */
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

function differing(deal: Deal, fields: DealFields): DealFields {
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

async function noteEdit(
  context: ChangeContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction & { contactId: string },
  { staff, ref }: Actor,
  { Deal_Name: dealName }: Deal,
  facts: readonly string[],
  lookFirst: boolean,
): Promise<void> {
  const lines = actionLines({ note: body.note, facts, staff: staff?.name ?? null, dealName });
  const note = { contactId: body.contactId, action: body.action, lines, ref, lookFirst };
  await noteChange(context, crmOptions, note, { typed: body.note, facts });
}
