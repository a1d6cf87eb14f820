import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { PhoneCall } from '../../crm-contract/shapes/activities.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { settleAll } from '../crm/background-jobs.ts';
import { removeCalls } from '../crm/planned-calls.ts';
import { crmInstant } from '../crm/texts/moments-and-euros.ts';
import { changeDeal } from '../deal/change-deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { callbackIn, scheduledCallOf } from '../queue/callbacks.ts';
import { type Lead, withDeal } from '../queue/read-lead.ts';
import { type FoundDeal, isSigned } from '../quote/found-deal.ts';
import type { CallOutcome } from '../view-models/call-outcomes.ts';
import type { RefusedPart } from '../view-models/callcenter-action.ts';
import { leaveActionNote, RefusedParts } from './action-note.ts';
import { type Actor, alreadySigned, leadDealReader } from './action-request.ts';
import { isScheduled, planCall, recordCall } from './call-records.ts';
import { type DecidedOutcome, decideOutcome, type OutcomeAction, type OutcomeContext } from './decide-outcome.ts';
import { fieldsToChange, OUTCOME_EFFECTS } from './outcome-effects.ts';
import { type TouchedCall, touch, type UndoableOutcome } from './undoable.ts';
import { type CallsVersionOf, callsVersionsOf } from './version.ts';

export interface OutcomeRecorded {
  lead: Lead;
  /** Null after "Niet meer bellen" for a contact without a deal. */
  deal: Deal | null;
  callback: string | null;
  refused: RefusedPart[] | undefined;
  /** The calls as the outcome left them; undefined if that is not certain. */
  callsShown: CallsVersionOf | undefined;
}

type Undo = UndoableOutcome | null;

/**
 * Records the outcome of a phone call: a completed call, a note, and the effect of the outcome's row, in at most 7 CRM
 * calls. A tag is written first, then the call, which carries the reference. A repeat finds the call and writes only
 * what is missing. Call and note both contain the outcome, so the outcome is recorded if the CRM accepts one of them.
 * The answer names the other parts that the CRM refused.
 */
export async function recordOutcome(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  body: OutcomeAction,
  actor: Actor,
): Promise<OutcomeRecorded> {
  const decided = await decideOutcome(context, crmOptions, body, actor);
  const undo = undoOf(context, body, decided);
  const refused = new RefusedParts(context, body.contactId);
  const deal = await writeOutcome(context, crmOptions, body, decided, {
    undo,
    refused,
    mayBeRepeat: actor.mayBeRepeat,
  });
  return learnOutcome(context, body, decided, { undo, refused, deal, actor });
}

/** Writes the outcome to the CRM; returns the deal as it is then. */
async function writeOutcome(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  { contactId, action }: OutcomeAction,
  decided: DecidedOutcome,
  { undo, refused, mayBeRepeat }: { undo: Undo; refused: RefusedParts; mayBeRepeat: boolean },
): Promise<Deal | null> {
  const { lead, found, outcome, areCallsUnknown, earlier, agreed, ended, replaced } = decided;
  const effect = OUTCOME_EFFECTS[action];
  const onTouched = (call: TouchedCall) => undo && touch(undo, call);
  // The tag comes first, even if recording the call fails (decision J5): a person who asked not to be called must never
  // be called again.
  if (effect.tag) {
    await refused.attempt('tag', tagContact(context, crmOptions, lead.contact, effect.tag));
    if (undo && refused.has('tag')) undo.addedTag = null;
  }
  if (earlier) {
    onTouched({ id: earlier.id, before: null, planned: null });
  } else {
    // If existing calls cannot be read, no call is written: a repeat would write it twice.
    if (areCallsUnknown) refused.add('call');
    else await refused.attempt('call', recordCall(context, crmOptions, outcome, onTouched));
  }

  const isCallKept = !refused.has('call');
  // If the CRM refuses the call, only the note shows an earlier attempt.
  const lookFirst = earlier !== null || ((!isCallKept || !found) && mayBeRepeat);
  const note = { contactId, action, lines: decided.noteLines, ref: outcome.ref, lookFirst };
  const writeNote = () => leaveActionNote(context, crmOptions, note);
  if (!isCallKept) await writeNote();
  // The portal counts the call only now that the CRM has the call or the note: with neither, nothing is recorded.
  if (!earlier) {
    const { nowMs } = outcome;
    context.callHistories.learn(contactId, { attempts: decided.attempts, lastOutcome: action, lastCallAt: nowMs });
    const { Phone } = lead.contact;
    if (undo) undo.called = { atMs: nowMs, beforeMs: context.callbacks.calledAt(contactId, Phone) };
    context.callbacks.noteCalled(Phone, nowMs);
  }
  if (undo) context.undoable.keep(contactId, undo);
  const onRemoved = (call: PhoneCall) => undo?.removedCalls.push(call);
  const plan = async (call: NonNullable<typeof agreed>) => {
    await planCall(context, crmOptions, outcome, call, onTouched);
    // Only now: if the CRM refuses the new call, the promised one stays.
    if (replaced) await removeCalls(context, crmOptions, [replaced], onRemoved);
  };
  const clearPermission = () => context.crm.contacts.update(contactId, { portal_call_permission_at: null }, crmOptions);
  const dealPart = effect.deal?.Stage ? 'stage' : 'visible';
  if (areCallsUnknown && agreed) refused.add('callback');
  if (areCallsUnknown && effect.endsCalls) refused.add('agreed_calls');
  const [, , changed] = await settleAll([
    isCallKept ? refused.attempt('note', writeNote()) : null,
    agreed && !areCallsUnknown ? refused.attempt('callback', plan(agreed)) : null,
    found && effect.deal
      ? refused.attempt(dealPart, changeOutcomeDeal(context, crmOptions, lead, found, action))
      : null,
    ended.length > 0 ? refused.attempt('agreed_calls', removeCalls(context, crmOptions, ended, onRemoved)) : null,
    decided.permission === null ? null : refused.attempt('permission', clearPermission()),
  ]).finally(() => context.undoable.share(contactId));
  await refused.askColleague(
    crmOptions,
    { deal: found?.deal ?? null, contact: lead.contact },
    { label: outcome.result, ref: outcome.ref, callback: agreed },
  );
  return changed ?? found?.deal ?? null;
}

/** Updates what the processes know of the lead, and returns what the answer shows. */
function learnOutcome(
  context: OutcomeContext,
  { contactId, action }: OutcomeAction,
  { lead, found, outcome, areCallsUnknown, earlier, agreed, ended, replaced }: DecidedOutcome,
  { undo, refused, deal, actor }: { undo: Undo; refused: RefusedParts; deal: Deal | null; actor: Actor },
): OutcomeRecorded {
  const dealId = found?.deal.id ?? null;
  const isPlanned = agreed !== null && !refused.has('callback');
  const gone = [...(undo?.calls ?? []), ...ended, ...(isPlanned && replaced ? [replaced] : [])].map(({ id }) => id);
  const open = outcome.calls.filter((call) => isScheduled(call) && !gone.includes(call.id));
  const next = isPlanned ? [{ ...agreed, dealId }] : [];
  context.callbacks.learn(contactId, [...open.map(callbackIn), ...next]);
  if (found && deal) {
    if (refused.has('stage')) context.leadQueue.close(deal.id, deal.Stage);
    else if (context.stages.isClosed(deal.Stage)) context.leadQueue.close(deal.id);
    // The deal is a lead again.
    if (found.deal.portal_declined_at !== deal.portal_declined_at) context.leadQueue.reopen(deal.id);
  }
  context.leadEvents.add(contactId, { by: actor.staff, action, dealId: dealId ?? '' });
  const made = undo?.calls.find(({ planned }) => planned === null);
  const madeCall = {
    ...scheduledCallOf({ atMs: outcome.nowMs, ownerId: outcome.staffId, dealId: made?.before?.What_Id?.id ?? dealId }),
    Outbound_Call_Status: 'Completed',
    Call_Result: outcome.result,
  };
  const recorded = outcome.calls.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Completed');
  const isCertain = !areCallsUnknown && !earlier && !refused.parts && next.every(({ ownerId }) => ownerId !== null);
  return {
    lead: deal ? withDeal(lead, deal) : lead,
    deal,
    callback: isPlanned ? crmInstant(agreed.atMs) : null,
    refused: refused.parts,
    callsShown:
      isCertain && made
        ? callsVersionsOf([...open, ...next.map(scheduledCallOf), ...recorded, { ...madeCall, id: made.id }])
        : undefined,
  };
}

/**
 * What an undo needs. Null without a deal, because the undo belongs to a deal's panel, and for a repeat after a restart,
 * because the process no longer knows the previous state.
 */
function undoOf(
  context: OutcomeContext,
  body: OutcomeAction,
  { found, outcome, earlier, permission }: DecidedOutcome,
): Undo {
  const begun = context.undoable.begunBy(outcome.ref);
  // The earlier attempt recorded nothing, so this one counts as the beginning.
  if (begun && !begun.called && !earlier) begun.begunAtMs = context.clock.now();
  if (begun || !found || earlier) return begun ?? null;
  return context.undoable.begin(outcome.ref, stateBefore(context, body, found, permission));
}

/** The previous state, for the undo. Leaves out the deal after signing, because the outcome does not change it then. */
function stateBefore(
  { doNotCall }: OutcomeContext,
  { contactId, action }: OutcomeAction,
  found: FoundDeal,
  permission: string | null,
): Omit<UndoableOutcome, 'begunAtMs' | 'ref'> {
  const { deal, tag } = OUTCOME_EFFECTS[action];
  const changed = fieldsToChange(action, found.deal);
  return {
    dealId: found.deal.id,
    action,
    before: Object.fromEntries(changed.map((field) => [field, found.deal[field]])),
    after: deal ?? {},
    wasApproved: found.deal.survey1_approve_clicked === true,
    // A tag that was already there stays.
    addedTag: doNotCall.has(contactId) ? null : tag,
    clearedPermission: permission,
    calls: [],
    removedCalls: [],
    scheduledAnew: [],
  };
}

/** Applies the effect whatever else changed in between, except after a signature. */
async function changeOutcomeDeal(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  lead: Lead,
  first: FoundDeal,
  action: CallOutcome,
): Promise<Deal> {
  const { deal: fields } = OUTCOME_EFFECTS[action];
  const { found } = await changeDeal(context, crmOptions, {
    first,
    read: leadDealReader(context, lead, first.deal.id),
    decide: async (now) => {
      if (fields?.Stage && isSigned(now.deal)) throw alreadySigned(context, now, lead, API_TEXTS.outcome.signed);
      return fieldsToChange(action, now.deal).length > 0 ? fields : null;
    },
  });
  return found.deal;
}

async function tagContact(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  contact: Lead['contact'],
  tag: string,
): Promise<void> {
  await context.crm.tags.add({ module: 'Contacts', id: contact.id }, [tag], crmOptions);
  context.doNotCall.learn(contact.id, true, contact.Phone);
}
