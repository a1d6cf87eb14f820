import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import type { CrmClient } from '../../../crm-contract/client.ts';
import { CrmError } from '../../../crm-contract/errors.ts';
import type { Call } from '../../../crm-contract/shapes/call.ts';
import type { Deal } from '../../../crm-contract/shapes/deal.ts';
import { settleAll } from '../../crm/settle-all.ts';
import { actionLines, OUTCOME_LABELS, undoFacts } from '../../crm/texts/outcome-texts.ts';
import { changeDeal } from '../../deal/change-deal.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import type { FoundDeal } from '../../quote/found-deal.ts';
import { isFrozen } from '../../quote/present-deal.ts';
import type { CallcenterAction } from '../../view-models/callcenter-action.ts';
import { dealOf, type Lead, readLead, withDeal } from '../read-lead.ts';
import { leaveNote } from './action-note.ts';
import { alreadySigned, notPossible } from './action-problems.ts';
import type { Actor } from './action-request.ts';
import type { OutcomeContext } from './record-outcome.ts';
import type { OutcomeField, TouchedCall, UndoableOutcome } from './undoable-outcomes.ts';

type UndoAction = Extract<CallcenterAction, { action: 'undo' }>;

/**
 * Undoes the last outcome of a deal for ten minutes (decision I10): stage, tag, permission, the call and the callback,
 * with a note. At most 8 CRM calls for an outcome that ended one scheduled call. A retry finds what is undone already
 * and continues.
 */
export async function undoOutcome(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  { contactId, dealId, action }: UndoAction,
  { staff, mark }: Actor,
): Promise<{ lead: Lead; deal: Deal }> {
  const outcome = context.undoable.of(contactId, dealId);
  if (!outcome) {
    throw notPossible(API_TEXTS.outcome.nothingToUndo, 'action');
  }
  const lead = await readLead(context, crmOptions, contactId);
  const found = dealOf(lead, dealId);
  if (outcome.deal && isFrozen(found)) {
    const what = OUTCOME_LABELS[outcome.action];
    throw await alreadySigned(context, crmOptions, found, lead, (when) => API_TEXTS.outcome.signedSince(when, what));
  }
  const parent = { module: 'Contacts', id: contactId } as const;
  const [{ deal, left }] = await settleAll([
    restoreDeal(context, crmOptions, lead, found, outcome),
    outcome.addedTag ? context.crm.tags.remove(parent, [outcome.addedTag], crmOptions) : null,
    outcome.clearedPermission
      ? context.crm.contacts.update(contactId, { portal_call_permission_at: outcome.clearedPermission }, crmOptions)
      : null,
    ...outcome.calls.map((call) => restoreCall(context.crm, crmOptions, contactId, call, outcome.scheduledAnew)),
    ...outcome.removedCalls.map((call) => createAgain(context.crm, crmOptions, contactId, call, outcome.scheduledAnew)),
  ]);
  context.undoable.forget(contactId);
  if (outcome.addedTag) context.doNotCall.learn(contactId, false);
  context.leadQueue.reopen(dealId);
  context.callHistories.forget(contactId);
  context.callbacks.forget(contactId);
  context.leadEvents.add(contactId, { by: staff, action, dealId });
  const facts = undoFacts(outcome.action, left, deal);
  const lines = actionLines({ note: undefined, facts, staff: staff?.name ?? null, dealName: found.deal.Deal_Name });
  await leaveNote(context, crmOptions, { contactId, action, lines, mark, lookFirst: false });
  return { lead: withDeal(lead, deal), deal };
}

/**
 * Only what the outcome itself wrote: a field that somebody changed since is left alone, and so is a deal that was
 * signed in between.
 */
async function restoreDeal(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  lead: Lead,
  first: FoundDeal,
  { deal: fields, after }: UndoableOutcome,
): Promise<{ deal: Deal; left: OutcomeField[] }> {
  if (!fields) return { deal: first.deal, left: [] };
  const changed = Object.keys(fields) as OutcomeField[];
  let left: OutcomeField[] = [];
  let held: FoundDeal | null = first;
  const { found } = await changeDeal(context, crmOptions, {
    read: async (again) => {
      const now = held ?? dealOf(await readLead(context, again, lead.contact.id), first.deal.id);
      held = null;
      return now;
    },
    guarded: true,
    decide: (now) => {
      const isOurs = (field: OutcomeField) => !isFrozen(now) && now.deal[field] === after[field];
      // An earlier attempt may have restored it already.
      left = changed.filter((field) => !isOurs(field) && now.deal[field] !== fields[field]);
      return Object.fromEntries(changed.filter(isOurs).map((field) => [field, fields[field]]));
    },
  });
  return { deal: found.deal, left };
}

/**
 * A call that the outcome created is deleted; one that it moved is moved back, one that it completed is scheduled
 * again.
 */
async function restoreCall(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  contactId: string,
  { id, before, isCompleted }: TouchedCall,
  scheduledAnew: Set<string>,
): Promise<void> {
  if (before?.Call_Start_Time && !isCompleted) {
    const { Call_Start_Time, Description, Owner } = before;
    const owner = Owner ? { Owner: { id: Owner.id } } : {};
    await crm.calls.update(id, { Call_Start_Time, Description: Description ?? '', ...owner }, crmOptions);
    return;
  }
  if (before) await createAgain(crm, crmOptions, contactId, before, scheduledAnew);
  try {
    await crm.calls.remove(id, crmOptions);
  } catch (error) {
    // Deleted already by an earlier attempt.
    if (!(error instanceof CrmError) || error.kind !== 'not_found') throw error;
  }
}

async function createAgain(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  contactId: string,
  call: Call,
  scheduledAnew: Set<string>,
): Promise<void> {
  const { Subject, Call_Start_Time, Description, What_Id, Owner } = call;
  if (!Call_Start_Time || scheduledAnew.has(call.id)) return;
  await crm.calls.create(
    {
      Outbound_Call_Status: 'Scheduled',
      Subject: Subject ?? 'Terugbellen',
      Call_Start_Time,
      Description: Description ?? '',
      Who_Id: { id: contactId },
      ...(What_Id && { What_Id: { id: What_Id.id } }),
      ...(Owner && { Owner: { id: Owner.id } }),
    },
    crmOptions,
  );
  scheduledAnew.add(call.id);
}
