import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { nullIfClosed } from '../../crm-contract/questions.ts';
import type { PhoneCall } from '../../crm-contract/shapes/activities.ts';
import type { Deal } from '../../crm-contract/shapes/deal.ts';
import { settleAll } from '../crm/background-jobs.ts';
import { removeCalls } from '../crm/planned-calls.ts';
import { crmInstant, spokenMoment } from '../crm/texts/moments-and-euros.ts';
import { actionLines, CUSTOMER_CALLED, noInterestBecause } from '../crm/texts/outcome-texts.ts';
import { changeDeal } from '../deal/change-deal.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { CallHistories } from '../queue/call-histories.ts';
import { type Callbacks, callbackIn, callOf } from '../queue/callbacks.ts';
import type { LeadEvents } from '../queue/lead-events.ts';
import type { LeadQueue } from '../queue/lead-queue.ts';
import { mostAttempts } from '../queue/queue-policy.ts';
import { dealOf, type Lead, type LeadReadContext, readLead, withDeal } from '../queue/read-lead.ts';
import { type FoundDeal, isSigned } from '../quote/found-deal.ts';
import { type CallOutcome, OUTCOMES } from '../view-models/call-outcomes.ts';
import type { CallcenterAction, RefusedPart } from '../view-models/callcenter-action.ts';
import { leaveNote, type NoteContext, RefusedParts } from './action-note.ts';
import { type Actor, alreadySigned, heldDeal, notPossible, refuseStale } from './action-request.ts';
import {
  callsCompletedBy,
  findRecordedCall,
  isOpen,
  type OutcomeToRecord,
  planCall,
  promisedCallOf,
  readCalls,
  recordCall,
  scheduledBefore,
} from './call-records.ts';
import { callbackMoment, chosenMoment } from './callback-moment.ts';
import { OUTCOME_EFFECTS, whyRefused } from './outcome-effects.ts';
import type { PanelContext } from './present-panel.ts';
import { type OutcomeField, type TouchedCall, touch, type UndoableOutcome } from './undoable.ts';
import { type CallsVersionOf, callsVersionsOf } from './version.ts';

export interface OutcomeContext extends LeadReadContext, NoteContext, PanelContext {
  callHistories: CallHistories;
  callbacks: Callbacks;
  leadQueue: LeadQueue;
  leadEvents: LeadEvents;
}

const NO_ANSWER: CallOutcome = 'gaikan_called_noanswer';

export type OutcomeAction = Extract<CallcenterAction, { action: CallOutcome }>;

export interface OutcomeRecorded {
  lead: Lead;
  /** Null after "Niet meer bellen" for a contact without a deal. */
  deal: Deal | null;
  callback: string | null;
  refused: RefusedPart[] | undefined;
  /** The promised calls as the outcome left them; undefined if that is not certain. */
  callsShown: CallsVersionOf | undefined;
}

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
  const [lead, known] = await Promise.all([
    readLead(context, crmOptions, body.contactId),
    nullIfClosed(readCalls(context.crm, crmOptions, body.contactId, context.clock.now())),
  ]);
  const calls = known ?? [];
  const refused = new RefusedParts(context, body.contactId);
  // Only "Niet meer bellen" may name no deal.
  const dealId = body.dealId ?? lead.deals[0]?.id ?? null;
  const found = dealId === null ? null : dealOf(lead, dealId);
  const effect = OUTCOME_EFFECTS[body.action];
  if (found && effect.deal?.Stage && isSigned(found.deal)) {
    throw alreadySigned(context, found, lead, API_TEXTS.outcome.signed);
  }

  const nowMs = Math.floor(context.clock.now() / 1000) * 1000;
  const said = { note: body.note, staff: actor.staff?.name ?? null, dealName: found?.deal.Deal_Name ?? null };
  const choice = body.action === 'gaikan_call_later' ? chosenMoment(body, nowMs) : null;
  const reason = body.action === 'not_interested' ? body.reason : undefined;
  const isInbound = 'inbound' in body && body.inbound === true;
  const chosen = [
    ...(isInbound ? [CUSTOMER_CALLED] : []),
    ...(choice ? [choice.line] : []),
    ...(reason ? [noInterestBecause(reason)] : []),
  ];
  const outcome: OutcomeToRecord = {
    found: { deal: found?.deal ?? null, contact: lead.contact },
    calls,
    result: OUTCOMES[body.action].label,
    lines: actionLines({ ...said, facts: chosen }),
    staffId: actor.staff?.id ?? lead.contact.Owner?.id ?? null,
    ref: actor.ref,
    endsCalls: effect.endsCalls,
    endsAllCalls: effect.tag !== null,
    nowMs,
  };
  const earlier = findRecordedCall(outcome);
  const isRepeat = Boolean(earlier ?? context.undoable.begunBy(actor.ref));
  if (found && !isRepeat && body.action !== 'skip') refuseStale(context, body, lead, found, known);
  const whyNot = found && !isRepeat ? whyRefused(context, lead, found, body.action) : null;
  if (whyNot !== null) throw notPossible(whyNot, 'action');
  const ref = earlier?.ref ?? actor.ref;
  // The scheduled moment counts from the recorded call, so a later repeat does not move it.
  const fromMs = earlier?.call.Call_Start_Time ? Date.parse(earlier.call.Call_Start_Time) : nowMs;
  // An unanswered promised call is repeated at the same time tomorrow (decision J9), up to the maximum number of
  // attempts.
  const attempts = calls.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Completed').length + 1;
  const isToBeTried = body.action === NO_ANSWER && attempts < mostAttempts(context.portal, NO_ANSWER);
  const missed = isToBeTried ? promisedCallOf({ ...outcome, ref }, earlier?.call) : null;
  const planned = choice ? choice.from(fromMs) : missed && callbackMoment(fromMs, 1, 'days');
  const done = callsCompletedBy({ ...outcome, ref });
  // The first of these calls becomes the call that was made, unless an earlier attempt already recorded it.
  const ended = earlier ? done : done.slice(1);
  const permission = effect.tag === null ? null : lead.contact.portal_call_permission_at;
  // There is no undo without a deal, because it belongs to a deal's panel. There is none for a repeat after a restart
  // either, because the process no longer knows the previous state.
  const undo =
    context.undoable.begunBy(ref) ??
    (found && !earlier ? context.undoable.begin(ref, undoOf(context, body, found, permission)) : null);
  const onTouched = (call: TouchedCall) => undo && touch(undo, call);
  // The tag comes first, even if recording the call fails (decision J5): a person who asked not to be called must never
  // be called again.
  if (effect.tag) {
    await refused.attempt('tag', tagContact(context, crmOptions, lead.contact, effect.tag));
    if (undo && refused.has('tag')) undo.addedTag = null;
  }
  if (earlier) {
    onTouched({ id: earlier.call.id, before: null, isCompleted: true });
  } else {
    // If existing calls cannot be read, no call is written: a repeat would write it twice.
    if (known === null) refused.add('call');
    else await refused.attempt('call', recordCall(context, crmOptions, outcome, onTouched));
  }

  const moment = planned === null || choice?.isExact ? [] : [`Terugbellen: ${spokenMoment(planned)}`];
  const facts = [...(effect.fact ? [effect.fact] : []), ...chosen, ...moment];
  const note = { contactId: body.contactId, action: body.action, lines: actionLines({ ...said, facts }), ref };
  const promisedBy = choice?.isForAnyone ? context.owners.portalUserId : outcome.staffId;
  const callbackOwnerId = missed?.Owner?.id ?? promisedBy;
  const isCallKept = !refused.has('call');
  // If the CRM refuses the call, only the note shows an earlier attempt.
  const lookFirst = earlier !== null || ((!isCallKept || !found) && actor.mayBeRepeat);
  const writeNote = () => leaveNote(context, crmOptions, { ...note, lookFirst });
  if (!isCallKept) await writeNote();
  // The portal counts the call only now that the CRM has the call or the note: with neither, nothing is recorded.
  if (!earlier) {
    context.callHistories.learn(body.contactId, { attempts, lastOutcome: body.action, lastCallAt: nowMs });
    const { Phone } = lead.contact;
    if (undo) undo.called = { atMs: nowMs, beforeMs: context.callbacks.calledAt(body.contactId, Phone) };
    context.callbacks.noteCalled(Phone, nowMs);
  }
  if (undo) context.undoable.keep(body.contactId, undo);
  const agreed = planned === null ? null : { atMs: planned, ownerId: callbackOwnerId };
  // The CRM keeps the owner of a call that is moved, so a call for anybody is a new one.
  const overtaken = agreed?.ownerId === null ? scheduledBefore({ ...outcome, ref }) : undefined;
  const onRemoved = (call: PhoneCall) => undo?.removedCalls.push(call);
  const plan = async (call: NonNullable<typeof agreed>) => {
    await planCall(context, crmOptions, { ...outcome, ref }, call, onTouched);
    // Only now: if the CRM refuses the new call, the promised one stays.
    if (overtaken) await removeCalls(context, crmOptions, [overtaken], onRemoved);
  };
  const dealPart = effect.deal?.Stage ? 'stage' : 'visible';
  if (known === null && agreed) refused.add('callback');
  if (known === null && effect.endsCalls) refused.add('agreed_calls');
  const [, , changed] = await settleAll([
    isCallKept ? refused.attempt('note', writeNote()) : null,
    agreed && known !== null ? refused.attempt('callback', plan(agreed)) : null,
    found && effect.deal
      ? refused.attempt(dealPart, changeOutcomeDeal(context, crmOptions, lead, found, effect.deal))
      : null,
    ended.length > 0 ? refused.attempt('agreed_calls', removeCalls(context, crmOptions, ended, onRemoved)) : null,
    permission === null ? null : refused.attempt('permission', clearPermission(context, crmOptions, body.contactId)),
  ]).finally(() => context.undoable.share(body.contactId));
  await refused.askColleague(
    crmOptions,
    { deal: found?.deal ?? null, contact: lead.contact },
    { label: outcome.result, ref, callback: agreed },
  );
  const deal = changed ?? found?.deal ?? null;
  const isPlanned = agreed !== null && !refused.has('callback');
  const replaced = isPlanned && overtaken ? [overtaken] : [];
  const gone = [...(undo?.calls ?? []), ...ended, ...replaced].map(({ id }) => id);
  const open = calls.filter((call) => isOpen(call) && !gone.includes(call.id));
  const next = isPlanned ? [{ ...agreed, dealId }] : [];
  context.callbacks.learn(body.contactId, [...open.map(callbackIn), ...next]);
  if (found && deal) {
    if (refused.has('stage')) context.leadQueue.close(deal.id, deal.Stage);
    else if (context.stages.isClosed(deal.Stage)) context.leadQueue.close(deal.id);
    // The deal is a lead again.
    if (found.deal.portal_declined_at !== deal.portal_declined_at) context.leadQueue.reopen(deal.id);
  }
  context.leadEvents.add(body.contactId, { by: actor.staff, action: body.action, dealId: dealId ?? '' });
  const callback = isPlanned ? crmInstant(agreed.atMs) : null;
  const isCertain = known !== null && !earlier && !refused.parts && next.every(({ ownerId }) => ownerId !== null);
  const callsShown = isCertain ? callsVersionsOf([...open, ...next.map(callOf)]) : undefined;
  return { lead: deal ? withDeal(lead, deal) : lead, deal, callback, refused: refused.parts, callsShown };
}

/** The previous state, for the undo. Leaves out the deal after signing, because the outcome does not change it then. */
function undoOf(
  { doNotCall }: OutcomeContext,
  { contactId, action }: OutcomeAction,
  found: FoundDeal,
  permission: string | null,
): Omit<UndoableOutcome, 'begunAtMs' | 'ref'> {
  const { deal, tag } = OUTCOME_EFFECTS[action];
  const after: UndoableOutcome['after'] = deal ?? {};
  const fields = isSigned(found.deal) ? [] : (Object.keys(after) as OutcomeField[]);
  const changed = fields.filter((field) => found.deal[field] !== after[field]);
  return {
    dealId: found.deal.id,
    action,
    before: Object.fromEntries(changed.map((field) => [field, found.deal[field]])),
    after,
    wasApproved: found.deal.survey1_approve_clicked === true,
    // A tag that was already there stays.
    addedTag: doNotCall.has(contactId) ? null : tag,
    clearedPermission: permission,
    calls: [],
    removedCalls: [],
    scheduledAnew: [],
  };
}

async function clearPermission(context: OutcomeContext, crmOptions: CrmCallOptions, contactId: string): Promise<void> {
  await context.crm.contacts.update(contactId, { portal_call_permission_at: null }, crmOptions);
}

/** Applies the effect whatever else changed in between, except after a signature. */
async function changeOutcomeDeal(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  lead: Lead,
  first: FoundDeal,
  fields: NonNullable<(typeof OUTCOME_EFFECTS)[CallOutcome]['deal']>,
): Promise<Deal> {
  const { found } = await changeDeal(context, crmOptions, {
    read: heldDeal(context, lead, first),
    guarded: true,
    decide: async (now) => {
      if (fields.Stage && isSigned(now.deal)) throw alreadySigned(context, now, lead, API_TEXTS.outcome.signed);
      const isSet = Object.entries(fields).every(([field, value]) => now.deal[field as keyof Deal] === value);
      return isSet || isSigned(now.deal) ? null : fields;
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
