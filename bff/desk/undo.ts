import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { settleAll } from '../crm/background-jobs.ts';
import { changeLines } from '../crm/texts/edit-texts.ts';
import { actionLines, UNDOABLE_EDIT_LABELS, undoFacts, undoneLine } from '../crm/texts/outcome-texts.ts';
import { changeDeal } from '../deal/change-deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { LeadEvents } from '../queue/lead-events.ts';
import { dealOf, type Lead, readLead, withDeal } from '../queue/read-lead.ts';
import { type DealFields, type FoundDeal, isSigned } from '../quote/found-deal.ts';
import { OUTCOMES } from '../view-models/call-outcomes.ts';
import type { CallcenterAction, RefusedPart } from '../view-models/callcenter-action.ts';
import { leaveActionNote, RefusedParts } from './action-note.ts';
import {
  type Actor,
  alreadySigned,
  editedMeanwhile,
  happenedMeanwhile,
  leadDealReader,
  notPossible,
} from './action-request.ts';
import type { OutcomeContext } from './decide-outcome.ts';
import { differing, type QuoteEditContext } from './edit-quote.ts';
import { presentAdminDeal } from './present-panel.ts';
import { restoreCalls } from './restore-calls.ts';
import type { OutcomeField, UndoableEdit, UndoableOutcome, UndoableOutcomes } from './undoable.ts';

/**
 * Undoes the last outcome of a deal within ten minutes (decision I10): stage, tag, permission, the call and the
 * callback, with a note. If `expected` is given, undoes only that outcome. A retry finds what is already undone and
 * continues. At most 8 CRM calls for an outcome that ended one scheduled call, and two more if it planned one. The
 * answer names the parts that the CRM refused to restore.
 */
export async function undoOutcome(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  { contactId, dealId, action, expected }: UndoAction,
  { staff, ref, mayBeRepeat }: Actor,
): Promise<{ lead: Lead; deal: Deal; refused: RefusedPart[] | undefined }> {
  const outcome = context.undoable.of(contactId, dealId)?.done;
  const { nothingToUndo } = API_TEXTS.outcome;
  if (!outcome && expected === undefined) throw notPossible(nothingToUndo, 'action');
  const lead = await readLead(context, crmOptions, contactId);
  const found = dealOf(lead, dealId);
  // The panel shows one that the portal no longer knows, as after a restart: it gets the lead without it.
  if (!outcome) throw editedMeanwhile(context, lead, found, nothingToUndo);
  if (expected !== undefined && expected !== outcome.ref) {
    // The panel may have shown an edit instead: then no outcome explains the refusal.
    const last = context.undoable.begunBy(expected) && context.leadEvents.last(contactId);
    throw happenedMeanwhile(context, lead, found, API_TEXTS.outcome.notUndone, last);
  }
  if (Object.keys(outcome.before).length > 0 && isSigned(found.deal)) {
    const what = OUTCOMES[outcome.action].label;
    throw alreadySigned(context, found, lead, (when) => API_TEXTS.outcome.signedSince(when, what));
  }
  const isRepeat = outcome.undoRef !== undefined;
  outcome.undoRef ??= ref;
  const refused = new RefusedParts(context, contactId);
  const { deal, left } = await restoreAll(context, crmOptions, lead, found, outcome, refused).finally(() =>
    context.undoable.share(contactId),
  );
  if (outcome.addedTag && !refused.has('tag')) context.doNotCall.learn(contactId, false, null);
  context.leadQueue.reopen(dealId);
  context.callHistories.forget(contactId);
  context.callbacks.forget(contactId);
  const { called } = outcome;
  context.callbacks.noteCalled(lead.contact.Phone, called?.beforeMs ?? 0, called?.atMs);
  context.leadEvents.add(contactId, { by: staff, action, dealId });
  const facts = undoFacts(outcome.action, left, deal, refused.parts ?? []);
  const lines = actionLines({ note: undefined, facts, staff: staff?.name ?? null, dealName: found.deal.Deal_Name });
  const note = { contactId, action, lines, ref: outcome.undoRef };
  await refused.attempt('note', leaveActionNote(context, crmOptions, { ...note, lookFirst: isRepeat || mayBeRepeat }));
  // Forgotten only now: until the note is written, a failed undo can be retried.
  context.undoable.forget(contactId);
  return { lead: withDeal(lead, deal), deal, refused: refused.parts };
}

/** Restores what the outcome changed; `left` are the parts that stay, because somebody changed them since. */
async function restoreAll(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  lead: Lead,
  found: FoundDeal,
  outcome: UndoableOutcome,
  refused: RefusedParts,
): Promise<{ deal: Deal; left: (OutcomeField | 'callback' | 'permission')[] }> {
  const { before, addedTag, clearedPermission, isPermissionWithdrawn = false } = outcome;
  const { id: contactId, portal_call_permission_at: permission } = lead.contact;
  const { portal_declined_at: declinedAt = found.deal.portal_declined_at } = before;
  const declinedId = declinedAt === null ? null : found.deal.id;
  const { contacts, tags } = context.crm;
  const [restored, , , isCallLeft] = await settleAll([
    refused.attempt(
      before.Stage === undefined ? 'visible' : 'stage',
      restoreDeal(context, crmOptions, lead, found, outcome),
    ),
    addedTag
      ? refused.attempt('tag', tags.remove({ module: 'Contacts', id: contactId }, [addedTag], crmOptions))
      : null,
    // A permission that was given or withdrawn since stays.
    clearedPermission && permission === null && !isPermissionWithdrawn
      ? refused.attempt(
          'permission',
          contacts.update(contactId, { portal_call_permission_at: clearedPermission }, crmOptions),
        )
      : null,
    refused.attempt('agreed_calls', restoreCalls(context, crmOptions, { contactId, declinedId }, outcome)),
  ]);
  const { deal, left } = restored ?? { deal: found.deal, left: [] };
  const isOtherPermission =
    clearedPermission !== null &&
    (permission === null ? isPermissionWithdrawn : Date.parse(permission) !== Date.parse(clearedPermission));
  return {
    deal,
    left: [
      ...left,
      ...(isCallLeft ? (['callback'] as const) : []),
      ...(isOtherPermission ? (['permission'] as const) : []),
    ],
  };
}

/** Restores only fields that still have the outcome's value, and none after a signature. */
async function restoreDeal(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  lead: Lead,
  first: FoundDeal,
  { before, after, wasApproved }: UndoableOutcome,
): Promise<{ deal: Deal; left: OutcomeField[] }> {
  const changed = Object.keys(before) as OutcomeField[];
  if (changed.length === 0) return { deal: first.deal, left: [] };
  let left: OutcomeField[] = [];
  const { found } = await changeDeal(context, crmOptions, {
    first,
    read: leadDealReader(context, lead, first.deal.id),
    decide: (now) => {
      // A quote that the customer has agreed to since stays visible.
      const isAgreed = !wasApproved && now.deal.survey1_approve_clicked === true;
      const isInUse = (field: OutcomeField) => field !== 'Stage' && isAgreed;
      const isOurs = (field: OutcomeField) =>
        !isSigned(now.deal) && !isInUse(field) && now.deal[field] === after[field];
      // An earlier attempt may have restored it already.
      left = changed.filter((field) => !isOurs(field) && now.deal[field] !== before[field]);
      return Object.fromEntries(changed.filter(isOurs).map((field) => [field, before[field]]));
    },
  });
  return { deal: found.deal, left };
}

export type UndoAction = Extract<CallcenterAction, { action: 'undo' }>;
export type UndoContext = QuoteEditContext & { leadEvents: LeadEvents; undoable: UndoableOutcomes };

/**
 * Whether "Ongedaan maken" undoes an edit of the quote. The action that the panel showed decides; if it is not given,
 * the last action does.
 */
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
    first,
    read: leadDealReader(context, lead, first.deal.id),
    decide: (now) => planUndo(context, lead, now, edit),
  });
  const lines = actionLines({ note: undefined, facts, staff: staff?.name ?? null, dealName: first.deal.Deal_Name });
  const note = { contactId, action: edit.action, lines, ref: edit.undoRef };
  const refused = new RefusedParts(context, contactId);
  await refused.attempt('note', leaveActionNote(context, crmOptions, { ...note, lookFirst: isRepeat || mayBeRepeat }));
  // Forgotten only now: until the note is written, a failed undo can be retried.
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
  // An undo must not remove an approval that staff has not seen.
  if (now.deal.survey1_approve_clicked === true && edit.before.survey1_approve_clicked !== true) {
    const deal = presentAdminDeal(context, now);
    throw new ProblemError('conflict', { detail: API_TEXTS.outcome.approvedSince, deal });
  }
  if (Object.keys(differing(now.deal, edit.after)).length > 0) throw editedMeanwhile(context, lead, now);
  return edit.before;
}
