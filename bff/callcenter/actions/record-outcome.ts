import type { CrmCallOptions } from '../../../crm-contract/call-options.ts';
import type { Deal } from '../../../crm-contract/shapes/deal.ts';
import type { Clock } from '../../crm/clock.ts';
import { settleAll } from '../../crm/settle-all.ts';
import { crmInstant, spokenMoment } from '../../crm/texts/moments.ts';
import { actionLines, callLaterChoice, OUTCOME_LABELS } from '../../crm/texts/outcome-texts.ts';
import { changeDeal } from '../../deal/change-deal.ts';
import type { FoundDeal } from '../../quote/found-deal.ts';
import { isFrozen } from '../../quote/present-deal.ts';
import type { CallOutcome } from '../../view-models/callcenter.ts';
import type { CallcenterAction, CallLaterUnit } from '../../view-models/callcenter-action.ts';
import type { CallHistories } from '../call-histories.ts';
import type { LeadReadContext } from '../read-lead.ts';
import { dealOf, type Lead, readLead, withDeal } from '../read-lead.ts';
import type { NoteContext } from './action-note.ts';
import { leaveNote } from './action-note.ts';
import type { RefusalContext } from './action-problems.ts';
import { alreadySigned } from './action-problems.ts';
import type { Actor } from './action-request.ts';
import { OUTCOME_EFFECTS } from './call-outcomes.ts';
import { callbackMoment } from './callback-moment.ts';
import { type CallbackRecord, findMade, noteMadeCall, planCall } from './callback-records.ts';

export interface OutcomeContext extends LeadReadContext, NoteContext, RefusalContext {
  clock: Clock;
  callHistories: CallHistories;
}

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
  if (effect.deal?.Stage && isFrozen(found)) throw await alreadySigned(context, crmOptions, found, lead);

  const nowMs = Math.floor(context.clock.now() / 1000) * 1000;
  const said = { note: body.note, staff: actor.staff?.name ?? null, dealName: found.deal.Deal_Name };
  const choice = effect.plansCall ? choiceOf(body) : null;
  const chosen = choice ? [callLaterChoice(choice.amount, choice.unit)] : [];
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
  const mark = earlier?.mark ?? actor.mark;
  // A late repeat must not move the callback: it is computed from the call that was recorded.
  const fromMs = earlier?.call.Call_Start_Time ? Date.parse(earlier.call.Call_Start_Time) : nowMs;
  const planned = choice && callbackMoment(fromMs, choice.amount, choice.unit);
  if (!earlier) {
    await noteMadeCall(context, crmOptions, outcome);
    const attempts = calls.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Completed').length + 1;
    context.callHistories.learn(body.contactId, { attempts, lastOutcome: body.action, lastCallAt: nowMs });
  }

  const moment = planned === null ? [] : [`Terugbellen: ${spokenMoment(planned)}`];
  const facts = [...(effect.fact ? [effect.fact] : []), ...chosen, ...moment];
  const note = { contactId: body.contactId, action: body.action, lines: actionLines({ ...said, facts }), mark };
  const [, , deal] = await settleAll([
    leaveNote(context, crmOptions, { ...note, lookFirst: earlier !== null }),
    planned === null ? null : planCall(context, crmOptions, { ...outcome, mark }, planned),
    effect.deal ? changeOutcomeDeal(context, crmOptions, lead, found, effect.deal) : found.deal,
    effect.tag ? tagContact(context, crmOptions, body.contactId, effect.tag) : null,
  ]);
  return { lead: withDeal(lead, deal), deal, callback: planned === null ? null : crmInstant(planned) };
}

function choiceOf(body: OutcomeAction): { amount: number; unit: CallLaterUnit } | null {
  if (body.action !== 'gaikan_call_later') return null;
  return { amount: body.call_later_amount, unit: body.call_later_units };
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
      if (fields.Stage && isFrozen(now)) throw await alreadySigned(context, crmOptions, now, lead);
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
