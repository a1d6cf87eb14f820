import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import type { Call } from '../../../crm-contract/shapes/call.ts';
import type { Deal } from '../../../crm-contract/shapes/deal.ts';
import type { Clock } from '../../crm/clock.ts';
import { CLOSED_STAGES } from '../../crm/schema/stages.ts';
import { settleAll } from '../../crm/settle-all.ts';
import { crmInstant, spokenMoment } from '../../crm/texts/moments.ts';
import { actionLines, OUTCOME_LABELS } from '../../crm/texts/outcome-texts.ts';
import { changeDeal } from '../../deal/change-deal.ts';
import { API_TEXTS } from '../../http/api-texts.ts';
import type { DealFields, FoundDeal } from '../../quote/found-deal.ts';
import { isFrozen } from '../../quote/present-deal.ts';
import type { CallOutcome } from '../../view-models/callcenter.ts';
import type { CallcenterAction } from '../../view-models/callcenter-action.ts';
import type { CallHistories } from '../call-histories.ts';
import { type Callbacks, callbackIn } from '../callbacks.ts';
import type { LeadEvents } from '../lead-events.ts';
import type { LeadQueue } from '../lead-queue.ts';
import { dealOf, type Lead, type LeadReadContext, readLead, withDeal } from '../read-lead.ts';
import { isNews } from '../version.ts';
import { leaveNote, type NoteContext } from './action-note.ts';
import { alreadySigned, happenedMeanwhile, type RefusalContext } from './action-problems.ts';
import type { Actor } from './action-request.ts';
import { OUTCOME_EFFECTS } from './call-outcomes.ts';
import {
  type CallbackRecord,
  doneWith,
  findMade,
  isOpen,
  noteMadeCall,
  planCall,
  removeCalls,
} from './callback-records.ts';
import { chosenMoment } from './chosen-moment.ts';
import type { OutcomeField, TouchedCall } from './undoable-outcomes.ts';

export interface OutcomeContext extends LeadReadContext, NoteContext, RefusalContext {
  clock: Clock;
  callHistories: CallHistories;
  callbacks: Callbacks;
  leadQueue: LeadQueue;
  leadEvents: LeadEvents;
}

const OUTCOME_FIELDS: readonly OutcomeField[] = ['Stage', 'survey1_client_visible'];

export type OutcomeAction = Extract<CallcenterAction, { action: CallOutcome }>;

export interface OutcomeRecorded {
  lead: Lead;
  deal: Deal;
  callback: string | null;
}

/**
 * Records the outcome of a phone call: a completed call, a note, and the effect of the outcome's row, in at most 7 CRM
 * calls. The call is written first and carries the reference; a repeat finds it there and writes only what is missing.
 */
export async function recordOutcome(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  body: OutcomeAction,
  actor: Actor,
): Promise<OutcomeRecorded> {
  const [lead, calls] = await Promise.all([
    readLead(context, crmOptions, body.contactId),
    context.crm.calls.listFor(body.contactId, crmOptions),
  ]);
  const found = dealOf(lead, body.dealId);
  const effect = OUTCOME_EFFECTS[body.action];
  if (effect.deal?.Stage && isFrozen(found))
    throw await alreadySigned(context, crmOptions, found, lead, API_TEXTS.outcome.signed);

  const nowMs = Math.floor(context.clock.now() / 1000) * 1000;
  const said = { note: body.note, staff: actor.staff?.name ?? null, dealName: found.deal.Deal_Name };
  const choice = body.action === 'gaikan_call_later' ? chosenMoment(body, nowMs) : null;
  const chosen = choice ? [choice.line] : [];
  const outcome: CallbackRecord = {
    lead: found,
    calls,
    result: OUTCOME_LABELS[body.action],
    lines: actionLines({ ...said, facts: chosen }),
    staffId: actor.staff?.id ?? lead.contact.Owner?.id ?? null,
    mark: actor.mark,
    endsCalls: effect.endsCalls,
    endsAllCalls: effect.tag !== null,
    nowMs,
  };
  const earlier = findMade(outcome);
  if (!earlier) refuseStale(context, body, lead, found);
  const mark = earlier?.mark ?? actor.mark;
  // A repeat that comes later must not move the scheduled moment: it counts from the call that was recorded.
  const fromMs = earlier?.call.Call_Start_Time ? Date.parse(earlier.call.Call_Start_Time) : nowMs;
  const planned = choice === null ? null : choice.from(fromMs);
  const ended = doneWith(outcome).slice(1);
  let made: TouchedCall | null = null;
  if (!earlier) {
    made = await noteMadeCall(context, crmOptions, outcome);
    const attempts = calls.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Completed').length + 1;
    context.callHistories.learn(body.contactId, { attempts, lastOutcome: body.action, lastCallAt: nowMs });
  }

  const moment = planned === null ? [] : [`Terugbellen: ${spokenMoment(planned)}`];
  const facts = [...(effect.fact ? [effect.fact] : []), ...chosen, ...moment];
  const note = { contactId: body.contactId, action: body.action, lines: actionLines({ ...said, facts }), mark };
  const callbackOwnerId = choice?.isForAnyone ? context.owners.portalUserId : outcome.staffId;
  const permission = effect.tag === null ? null : lead.contact.portal_call_permission_at;
  const [, agreed, deal] = await settleAll([
    leaveNote(context, crmOptions, { ...note, lookFirst: earlier !== null }),
    planned === null
      ? null
      : planCall(context, crmOptions, { ...outcome, mark }, { atMs: planned, ownerId: callbackOwnerId }),
    effect.deal ? changeOutcomeDeal(context, crmOptions, lead, found, effect.deal) : found.deal,
    effect.tag ? tagContact(context, crmOptions, body.contactId, effect.tag) : null,
    ended.length > 0 ? removeCalls(context, crmOptions, ended) : null,
    permission === null ? null : clearPermission(context, crmOptions, body.contactId),
  ]);
  const touched = [made, agreed].filter((each) => each !== null);
  learnCallbacks(context, body.contactId, calls, {
    touched,
    ended,
    planned,
    ownerId: callbackOwnerId,
    dealId: body.dealId,
  });
  if (CLOSED_STAGES.some((stage) => stage === deal.Stage)) context.leadQueue.close(body.dealId, context.clock.now());
  context.leadEvents.add(body.contactId, { by: actor.staff, action: body.action, dealId: body.dealId });
  if (!earlier) {
    context.undoable.keep(body.contactId, {
      dealId: body.dealId,
      action: body.action,
      deal: changedBack(found.deal, deal),
      after: { Stage: deal.Stage, survey1_client_visible: deal.survey1_client_visible },
      addedTag: effect.tag,
      clearedPermission: permission,
      calls: touched,
      removedCalls: ended,
      scheduledAnew: new Set(),
    });
  }
  return { lead: withDeal(lead, deal), deal, callback: planned === null ? null : crmInstant(planned) };
}

/** Decision I9: what happened since the panel was shown is told first. "Niet meer bellen" holds whatever happened. */
function refuseStale(context: OutcomeContext, body: OutcomeAction, lead: Lead, found: FoundDeal): void {
  if (body.expected === undefined || body.action === 'skip') return;
  if (!isNews(body.expected, found.deal, context.doNotCall.has(body.contactId))) return;
  throw happenedMeanwhile(context, lead, found, context.leadEvents.last(body.contactId));
}

/** The fields that the outcome changed, as they were. */
function changedBack(before: Deal, after: Deal): DealFields | null {
  const fields = OUTCOME_FIELDS.filter((field) => before[field] !== after[field]);
  return fields.length === 0 ? null : Object.fromEntries(fields.map((field) => [field, before[field]]));
}

interface LeftCalls {
  touched: readonly TouchedCall[];
  ended: readonly Call[];
  planned: number | null;
  ownerId: string | null;
  dealId: string;
}

/** The contact's scheduled calls as they are now. */
function learnCallbacks(context: OutcomeContext, contactId: string, calls: readonly Call[], left: LeftCalls): void {
  const gone = [...left.touched, ...left.ended].map(({ id }) => id);
  const open = calls.filter((call) => isOpen(call) && !gone.includes(call.id)).map(callbackIn);
  const { planned, ownerId, dealId } = left;
  context.callbacks.learn(contactId, planned === null ? open : [...open, { atMs: planned, ownerId, dealId }]);
}

async function clearPermission(context: OutcomeContext, crmOptions: CrmCallOptions, contactId: string): Promise<void> {
  await context.crm.contacts.update(contactId, { portal_call_permission_at: null }, crmOptions);
}

/** The effect applies whatever else changed meanwhile, except a signature. */
async function changeOutcomeDeal(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  lead: Lead,
  first: FoundDeal,
  fields: NonNullable<(typeof OUTCOME_EFFECTS)[CallOutcome]['deal']>,
): Promise<Deal> {
  let held: FoundDeal | null = first;
  const { found } = await changeDeal(context, crmOptions, {
    read: async (again) => {
      const now = held ?? dealOf(await readLead(context, again, lead.contact.id), first.deal.id);
      held = null;
      return now;
    },
    guarded: true,
    decide: async (now) => {
      if (fields.Stage && isFrozen(now))
        throw await alreadySigned(context, crmOptions, now, lead, API_TEXTS.outcome.signed);
      const isSet = Object.entries(fields).every(([field, value]) => now.deal[field as keyof Deal] === value);
      return isSet || isFrozen(now) ? null : fields;
    },
  });
  return found.deal;
}

async function tagContact(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  contactId: string,
  tag: string,
): Promise<void> {
  await context.crm.tags.add({ module: 'Contacts', id: contactId }, [tag], crmOptions);
  context.doNotCall.learn(contactId, true);
}
