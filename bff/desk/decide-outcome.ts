import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import { nullIfClosed } from '../../crm-contract/questions.ts';
import type { PhoneCall } from '../../crm-contract/shapes/activities.ts';
import { spokenMoment } from '../crm/texts/moments-and-euros.ts';
import { actionLines, CUSTOMER_CALLED, noInterestBecause } from '../crm/texts/outcome-texts.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { CallHistories } from '../queue/call-histories.ts';
import type { Callbacks } from '../queue/callbacks.ts';
import type { LeadEvents } from '../queue/lead-events.ts';
import type { LeadQueue } from '../queue/lead-queue.ts';
import { mostAttempts, workingDays } from '../queue/queue-policy.ts';
import { dealOf, type Lead, type LeadReadContext, readLead } from '../queue/read-lead.ts';
import { type FoundDeal, isSigned } from '../quote/found-deal.ts';
import { type CallOutcome, OUTCOMES } from '../view-models/call-outcomes.ts';
import type { CallcenterAction } from '../view-models/callcenter-action.ts';
import type { NoteContext } from './action-note.ts';
import { type Actor, alreadyRecorded, alreadySigned, newsSince, notPossible } from './action-request.ts';
import {
  callsCompletedBy,
  findRecordedCall,
  type OutcomeToRecord,
  promisedCallOf,
  readCalls,
  scheduledBefore,
  scheduledBy,
} from './call-records.ts';
import { type ChosenMoment, chosenMoment, promisedAgain } from './callback-moment.ts';
import { fieldsToChange, OUTCOME_EFFECTS, whyRefused } from './outcome-effects.ts';
import type { PanelContext } from './present-panel.ts';
import type { PlannedCall, UndoableOutcome } from './undoable.ts';

export interface OutcomeContext extends LeadReadContext, NoteContext, PanelContext {
  callHistories: CallHistories;
  callbacks: Callbacks;
  leadQueue: LeadQueue;
  leadEvents: LeadEvents;
}

const NO_ANSWER: CallOutcome = 'gaikan_called_noanswer';

export type OutcomeAction = Extract<CallcenterAction, { action: CallOutcome }>;

/** An outcome and everything that is decided before the first write. */
export interface DecidedOutcome {
  lead: Lead;
  /** Null only for "Niet meer bellen" for a contact without a deal. */
  found: FoundDeal | null;
  outcome: OutcomeToRecord;
  /** The CRM did not return the contact's calls, so no call is written. */
  areCallsUnknown: boolean;
  /** The completed call, if an earlier attempt recorded it. */
  earlier: PhoneCall | null;
  /** The calls made so far, with this one. */
  attempts: number;
  noteLines: string[];
  /** The next call; its owner is null if anybody may make it. */
  agreed: PlannedCall | null;
  /** The scheduled calls that are removed. */
  ended: PhoneCall[];
  /** The scheduled call that the next one replaces. */
  replaced: PhoneCall | undefined;
  /** When the permission was given that this outcome takes back. */
  permission: string | null;
}

/** Reads the lead and its calls, and refuses what is not possible or stale. */
export async function decideOutcome(
  context: OutcomeContext,
  crmOptions: CrmCallOptions,
  body: OutcomeAction,
  actor: Actor,
): Promise<DecidedOutcome> {
  const [lead, known] = await Promise.all([
    readLead(context, crmOptions, body.contactId),
    nullIfClosed(readCalls(context.crm, crmOptions, body.contactId, context.clock.now())),
  ]);
  const calls = known ?? [];
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
  const asked: OutcomeToRecord = {
    found: { deal: found?.deal ?? null, contact: lead.contact },
    calls,
    result: OUTCOMES[body.action].label,
    lines: actionLines({ ...said, facts: chosen }),
    staffId: actor.staff?.id ?? lead.contact.Owner?.id ?? null,
    ref: actor.ref,
    endsCalls: effect.endsCalls,
    endsAllCalls: effect.tag !== null,
    nowMs,
    isAnew: false,
  };
  const recorded = findRecordedCall(asked);
  // An earlier attempt of which the CRM has nothing is no repeat: much may have happened since.
  const called = context.undoable.begunBy(actor.ref)?.called;
  const recordedAtMs = recorded ? Date.parse(recorded.call.Modified_Time ?? '') : called?.atMs;
  const begun = context.undoable.begunBy(recorded?.ref ?? actor.ref);
  const isOvertaken = recordedAtMs !== undefined && wouldOverwrite(body.action, found, { begun, recordedAtMs });
  // The same words in another request are a repeat only of what still holds, else an outcome of its own.
  const isSamePress = called !== undefined || recorded?.ref === actor.ref;
  const isRepeat = recordedAtMs !== undefined && !isOvertaken;
  const earlier = isRepeat ? (recorded?.call ?? null) : null;
  if (found && !isRepeat && body.action !== 'skip') {
    const news = newsSince(context, body, lead, found, known);
    if (isOvertaken && (news || isSamePress)) throw alreadyRecorded(context, lead, found, known);
    if (news) throw news;
  }
  const whyNot = found && !isRepeat ? whyRefused(context, lead, found, body.action) : null;
  if (whyNot !== null) throw notPossible(whyNot, 'action');
  const outcome = { ...asked, ref: isRepeat && recorded ? recorded.ref : actor.ref, isAnew: isOvertaken };

  const attempts = calls.filter(({ Outbound_Call_Status }) => Outbound_Call_Status === 'Completed').length + 1;
  const isToBeTried = body.action === NO_ANSWER && attempts < mostAttempts(context.portal, NO_ANSWER);
  const agreed = nextCall(context, outcome, earlier, choice, isToBeTried);
  const moment = agreed === null || choice?.isExact ? [] : [`Terugbellen: ${spokenMoment(agreed.atMs)}`];
  const fact = found && isSigned(found.deal) ? (effect.factOfOrder ?? effect.fact) : effect.fact;
  const facts = [...(fact ? [fact] : []), ...chosen, ...moment];
  const done = callsCompletedBy(outcome);
  return {
    lead,
    found,
    outcome,
    areCallsUnknown: known === null,
    earlier,
    attempts,
    noteLines: actionLines({ ...said, facts }),
    agreed,
    // The first of these calls becomes the call that was made, unless an earlier attempt already recorded it.
    ended: earlier ? done : done.slice(1),
    // The CRM keeps the owner of a call that is moved, so a call for anybody is a new one.
    replaced: agreed?.ownerId === null ? scheduledBefore(outcome) : undefined,
    permission: effect.tag === null ? null : lead.contact.portal_call_permission_at,
  };
}

/**
 * Whether a repeat would overwrite what somebody set in the deal after the first attempt read it. After a restart only
 * the CRM's times tell; they have whole seconds, and the same second counts as before.
 */
function wouldOverwrite(
  action: CallOutcome,
  found: FoundDeal | null,
  { begun, recordedAtMs }: { begun: UndoableOutcome | undefined; recordedAtMs: number },
): boolean {
  if (!found) return false;
  const fields = fieldsToChange(action, found.deal);
  if (begun) return fields.some((field) => found.deal[field] !== begun.before[field]);
  return fields.length > 0 && !(Date.parse(found.deal.Modified_Time ?? '') <= recordedAtMs);
}

/** The call at the chosen moment, or the promised call that nobody answered, promised again (decision J9). */
function nextCall(
  { owners, portal, undoable }: PanelContext,
  outcome: OutcomeToRecord,
  earlier: PhoneCall | null,
  choice: ChosenMoment | null,
  isToBeTried: boolean,
): PlannedCall | null {
  // The moment counts from the recorded call, so a later repeat does not move it.
  const fromMs = earlier?.Call_Start_Time ? Date.parse(earlier.Call_Start_Time) : outcome.nowMs;
  if (choice) return { atMs: choice.from(fromMs), ownerId: choice.isForAnyone ? owners.portalUserId : outcome.staffId };
  const missed = isToBeTried ? promisedCallOf(outcome, earlier) : null;
  if (!missed) return null;
  // If an earlier attempt completed the promised call, the next call has its time and owner, or else the undo has them.
  const made = undoable.begunBy(outcome.ref)?.calls.find(({ id }) => id === missed.id);
  const promised = scheduledBy(outcome) ?? made?.before ?? missed;
  const atMs = promisedAgain(Date.parse(promised.Call_Start_Time ?? ''), fromMs, workingDays(portal));
  return { atMs, ownerId: promised.Owner?.id ?? outcome.staffId };
}
