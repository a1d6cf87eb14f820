import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { changeLines, standingLines } from '../crm/texts/edit-texts.ts';
import { actionLines } from '../crm/texts/outcome-texts.ts';
import { changeDeal } from '../deal/change-deal.ts';
import { dealOf, type Lead, type LeadReadContext, readLead, withDeal } from '../queue/read-lead.ts';
import type { DealFields } from '../quote/found-deal.ts';
import type { RefusedPart } from '../view-models/callcenter-action.ts';
import { type ChangeContext, noteChange } from './action-note.ts';
import { editedMeanwhile } from './action-problems.ts';
import { type Actor, heldDeal } from './action-request.ts';
import { type PlanContext, planEdit } from './plan-edit.ts';
import type { QuoteAction } from './quote-edits.ts';
import { isUndoableEdit, type UndoableEdits } from './undoable.ts';
import { isOtherDeal, versionOf } from './version.ts';

export interface QuoteEditContext extends LeadReadContext, ChangeContext, PlanContext {
  undoableEdits: UndoableEdits;
}

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
): Promise<{ lead: Lead; deal: Deal; refused: RefusedPart[] | undefined }> {
  let lead = await readLead(context, crmOptions, body.contactId);
  const first = dealOf(lead, body.dealId);
  let shown = body.expected;
  let asked: DealFields = {};
  let facts: readonly string[] = [];
  let stood: { before: DealFields; after: DealFields } = { before: {}, after: {} };

  const change = changeDeal(context, crmOptions, {
    read: heldDeal(context, lead, first, (anew) => {
      lead = anew;
    }),
    guarded: true,
    decide: async (now) => {
      const { fields, patch } = await planEdit(context, crmOptions, body, now, lead);
      asked = fields;
      if (Object.keys(patch).length === 0) return null;
      if (shown !== undefined && isOtherDeal(shown, now.deal)) throw editedMeanwhile(context, lead, now);
      shown = versionOf(now.deal);
      facts = changeLines(now.deal, patch);
      stood = { before: valuesOf(now.deal, patch), after: patch };
      return patch;
    },
  });
  const { found, written } = await change.catch((error) => {
    if (error instanceof CrmError && error.sent === 'unknown') context.pendingNotes.add(actor.ref, facts);
    throw error;
  });
  const { deal } = found;
  const { action, dealId, contactId } = body;
  if (written && isUndoableEdit(action)) {
    context.undoableEdits.keep(contactId, { ref: actor.ref, dealId, action, ...stood });
  }
  const isStale = shown !== undefined && isOtherDeal(shown, deal);
  // What was typed is kept, also where the edit itself had nothing to change (decision I10).
  const typed = body.note === undefined ? undefined : [];
  const missing = context.pendingNotes.of(actor.ref) ?? (isStale ? standingLines(deal, asked) : typed);
  const noted = written ? facts : missing;
  const refused = noted && (await noteEdit(context, crmOptions, body, actor, deal, noted, !written));
  return { lead: withDeal(lead, deal), deal, refused };
}

/** What stands in the deal where a patch writes. */
function valuesOf(deal: Deal, patch: DealFields): DealFields {
  return Object.fromEntries(Object.keys(patch).map((field) => [field, deal[field as keyof Deal]]));
}

async function noteEdit(
  context: ChangeContext,
  crmOptions: CrmCallOptions,
  body: QuoteAction & { contactId: string },
  { staff, ref }: Actor,
  { Deal_Name: dealName, Owner }: Deal,
  facts: readonly string[],
  lookFirst: boolean,
): Promise<RefusedPart[] | undefined> {
  const lines = actionLines({ note: body.note, facts, staff: staff?.name ?? null, dealName });
  const note = { contactId: body.contactId, action: body.action, lines, ref, lookFirst };
  return noteChange(context, crmOptions, note, { typed: body.note, facts, ownerId: Owner?.id ?? null });
}
