import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { changeLines } from '../crm/texts/edit-texts.ts';
import { actionLines, UNDOABLE_EDIT_LABELS, undoneLine } from '../crm/texts/outcome-texts.ts';
import { changeDeal } from '../deal/change-deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { LeadEvents } from '../queue/lead-events.ts';
import { dealOf, type Lead, readLead, withDeal } from '../queue/read-lead.ts';
import type { DealFields, FoundDeal } from '../quote/found-deal.ts';
import { isSigned } from '../quote/found-deal.ts';
import type { CallcenterAction, RefusedPart } from '../view-models/callcenter-action.ts';
import { leaveNote, RefusedParts } from './action-note.ts';
import { alreadySigned, editedMeanwhile, happenedMeanwhile, notPossible } from './action-problems.ts';
import { type Actor, heldDeal } from './action-request.ts';
import { differing, type QuoteEditContext } from './edit-quote.ts';
import { presentAdminDeal } from './present-contact.ts';
import type { UndoableEdit, UndoableOutcomes } from './undoable.ts';

export type UndoAction = Extract<CallcenterAction, { action: 'undo' }>;
export type UndoContext = QuoteEditContext & { leadEvents: LeadEvents; undoable: UndoableOutcomes };

/** Whether "Ongedaan maken" refers to an edit of the quote: the one shown, else whatever was done last. */
export function isUndoOfEdit(context: UndoContext, { contactId, dealId, expected }: UndoAction): boolean {
  const last = context.undoableEdits.of(contactId, dealId);
  const outcome = context.undoable.of(contactId, dealId);
  if (!last || !outcome) return last !== undefined;
  return expected === undefined ? last.untilMs > outcome.untilMs : expected === last.done.ref;
}

/**
 * Undoes an edit of a quote within ten minutes (decision I10): restores every field, including the calculation and an
 * approval, in one guarded write, with a note. Restores nothing if the quote changed since, because half a quote is
 * worthless.
 */
export async function undoEdit(
  context: UndoContext,
  crmOptions: CrmCallOptions,
  { contactId, dealId, expected }: UndoAction,
  { staff, ref, mayBeRepeat }: Actor,
): Promise<{ lead: Lead; deal: Deal; refused: RefusedPart[] | undefined }> {
  const edit = context.undoableEdits.of(contactId, dealId)?.done;
  if (!edit) throw notPossible(API_TEXTS.outcome.nothingToUndo, 'action');
  const lead = await readLead(context, crmOptions, contactId);
  const first = dealOf(lead, dealId);
  if (expected !== undefined && expected !== edit.ref) {
    throw happenedMeanwhile(context, lead, first, API_TEXTS.outcome.notUndone);
  }
  const isRepeat = edit.undoRef !== undefined;
  edit.undoRef ??= ref;
  const facts = [
    undoneLine(UNDOABLE_EDIT_LABELS[edit.action]),
    ...changeLines({ ...first.deal, ...edit.after }, edit.before),
  ];
  const { found } = await changeDeal(context, crmOptions, {
    read: heldDeal(context, lead, first),
    guarded: true,
    decide: (now) => planUndo(context, lead, now, edit),
  });
  const lines = actionLines({ note: undefined, facts, staff: staff?.name ?? null, dealName: first.deal.Deal_Name });
  const note = { contactId, action: edit.action, lines, ref: edit.undoRef };
  const refused = new RefusedParts(context, contactId);
  await refused.attempt('note', leaveNote(context, crmOptions, { ...note, lookFirst: isRepeat || mayBeRepeat }));
  // Only after its note is written: until then a failed undo can be retried.
  context.undoableEdits.forget(contactId);
  return { lead: withDeal(lead, found.deal), deal: found.deal, refused: refused.parts };
}

/** The previous values, or null if an earlier attempt restored them; throws if the quote changed since. */
export function planUndo(context: UndoContext, lead: Lead, now: FoundDeal, edit: UndoableEdit): DealFields | null {
  if (isSigned(now.deal)) {
    const what = UNDOABLE_EDIT_LABELS[edit.action];
    throw alreadySigned(context, now, lead, (when) => API_TEXTS.outcome.signedSince(when, what));
  }
  if (Object.keys(differing(now.deal, edit.before)).length === 0) return null;
  if (isApprovedSince(now, edit.before.survey1_approve_clicked)) throw approvedSince(context, now);
  if (Object.keys(differing(now.deal, edit.after)).length > 0) throw editedMeanwhile(context, lead, now);
  return edit.before;
}

/** The customer has agreed since: that must not be undone unseen. */
function isApprovedSince({ deal }: FoundDeal, before: boolean | null | undefined): boolean {
  return deal.survey1_approve_clicked === true && before !== true;
}

function approvedSince(context: UndoContext, found: FoundDeal): ProblemError {
  return new ProblemError('conflict', {
    detail: API_TEXTS.outcome.approvedSince,
    deal: presentAdminDeal(context, found),
  });
}
