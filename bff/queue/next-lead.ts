import { type CrmCallOptions, deadlineIn } from '../../crm-contract/call-options.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import { DAY_MS } from '../crm/clock.ts';
import { faultFields, type Log } from '../http/logging.ts';
import { ProblemError } from '../http/problems.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { NextLeadAsk } from '../view-models/callcenter.ts';
import { isDue, isForLater } from '../view-models/leads.ts';
import type { Callbacks } from './callbacks.ts';
import type { LeadCache } from './lead-cache.ts';
import { AHEAD_MS, CLAIM_MS, type LeadClaims } from './lead-claims.ts';
import type { Presence } from './lead-events.ts';
import type { LeadQueue, QueuedLead } from './lead-queue.ts';
import { callbackOwners, type Owners } from './owners.ts';
import { nationalNumber } from './phone-numbers.ts';
import { heldBack, isCallingTime } from './queue-policy.ts';
import { beginCalls, type Lead, type LeadReadContext, readLead } from './read-lead.ts';

export interface NextLeadContext extends LeadReadContext {
  log: Log;
  portal: PortalFile;
  /** A lead is not handed out again within this time after a call. */
  callPauseHours: number;
  leadQueue: LeadQueue;
  leadClaims: LeadClaims;
  callbacks: Callbacks;
  leadCache: LeadCache;
  presence: Presence;
  owners: Owners;
  dealMutex: KeyedMutex;
}

/**
 * An older list is enough, because the portal knows its own changes at once, and reads a lead before it is handed out.
 */
const QUEUE_MAX_AGE_MS = 90_000;
/**
 * The maximum age of the callbacks with their owners. Between two reads, each refresh of the queue brings their
 * changes.
 */
const CALLBACKS_MAX_AGE_MS = 10 * 60_000;
/** After this many unreadable leads the CRM counts as down. `ONE_LEAD_MS` is the time limit for reading one lead. */
const MOST_UNREAD = 3;
const ONE_LEAD_MS = 4_000;
/**
 * After this many leads that prove not callable, the request fails as busy. A retry skips them, because the queue knows
 * them by then.
 */
const MOST_UNFIT = 10;
/** A lead's tags are read before it is handed out; cached tags only save useless reads. */
const TAGS_MAX_AGE_MS = 10 * 60_000;

/**
 * Hands out the first free lead of the queue (decision I7) and claims it for this colleague; null if there is none.
 * Reads the lead itself first (decision J12): its present stage, tag, number and signature decide, however old the list
 * is.
 */
export async function nextLead(
  context: NextLeadContext,
  crmOptions: CrmCallOptions,
  ask: NextLeadAsk,
  ownerId: string,
): Promise<string | null> {
  if (ask.after !== undefined && !ask.ahead) await context.leadClaims.pass(ask.after, ownerId);
  await refreshQueue(context, crmOptions);
  let unread = 0;
  let fault: unknown;
  let unfit = 0;
  // The order is taken after these reads, because an outcome may have been recorded meanwhile.
  for (const candidate of candidates(context, ask, ownerId)) {
    const result = await tryToHandOut(context, crmOptions, candidate, ask.ahead ?? false, ownerId).catch((error) => {
      unread += 1;
      fault = error;
      // Skips a lead that cannot be read; gives up after too many of them.
      if (!(error instanceof CrmError) || unread === MOST_UNREAD) throw error;
      const facts = { recordId: candidate.id, ...faultFields(error) };
      context.log.warn(facts, 'a lead cannot be read: the next one is handed out');
      return 'unread' as const;
    });
    if (result === 'handed_out') return candidate.id;
    if (result !== 'unfit') continue;
    unfit += 1;
    if (unfit === MOST_UNFIT || crmOptions.deadline.remainingMs() <= 0) throw new ProblemError('busy');
  }
  // Null would be wrong: a lead that could not be read may be callable.
  if (fault !== undefined) throw fault;
  return null;
}

async function refreshQueue(context: NextLeadContext, crmOptions: CrmCallOptions): Promise<void> {
  await context.leadQueue.refresh(crmOptions, QUEUE_MAX_AGE_MS);
  if (context.leadQueue.isStopped) return;
  await Promise.all([
    context.callbacks.read(CALLBACKS_MAX_AGE_MS, crmOptions),
    context.doNotCall.read(TAGS_MAX_AGE_MS, crmOptions),
  ]);
}

/** A lead that this colleague may call now, as far as the list knows. */
interface Candidate {
  id: string;
  isDue: boolean;
  /** The other leads with its telephone number. */
  household(): string[];
  /** Whether the colleague may call the lead, after what was learned of it. */
  isFor(queued: QueuedLead): boolean;
}

/**
 * The leads in the order in which they are handed out. Skipped leads come last, and of those the one that was skipped
 * longest ago comes first, so that Alt+N reaches every lead.
 */
function candidates(context: NextLeadContext, { after, mine }: NextLeadAsk, ownerId: string): Candidate[] {
  const nowMs = context.clock.now();
  const isFor = (queued: QueuedLead) => {
    const { contact } = queued.lead;
    if (contact.id === after || context.doNotCall.covers(contact.id, contact.Phone)) return false;
    if (mine && contact.Owner?.id !== ownerId && !isOwnCallback(context, queued, ownerId)) return false;
    return isToBeCalled(context, queued, ownerId, nowMs);
  };
  const all = context.leadQueue.inOrder();
  const isTime = isCallingTime(context.portal, nowMs);
  const waiting = all.filter((queued) => (isTime || isDue(queued.position)) && isFor(queued));
  const passedAt = ({ lead, position }: QueuedLead) => {
    const at = context.leadClaims.passedAt(lead.contact.id, ownerId) ?? 0;
    // A callback that became due since then is a new reason to call.
    return isDue(position) && (position.callback ?? 0) > at ? 0 : at;
  };
  const inTurn = waiting.map((queued) => ({ queued, passedAt: passedAt(queued) }));
  inTurn.sort((a, b) => a.passedAt - b.passedAt);
  const sharing = Map.groupBy(all, ({ lead }) => nationalNumber(lead.contact.Phone));
  return inTurn.map(({ queued: { lead, position } }) => {
    const { id } = lead.contact;
    const number = nationalNumber(lead.contact.Phone);
    const household = () => {
      const sameNumber = number === null ? [] : (sharing.get(number) ?? []);
      return sameNumber.map((other) => other.lead.contact.id).filter((other) => other !== id);
    };
    return { id, isDue: isDue(position), household, isFor };
  });
}

/**
 * Claims the lead and reads it. It is `taken` if a colleague has it, and `unfit` if it proves not callable.
 * @throws the failure of the read; the lead is then free again
 */
async function tryToHandOut(
  context: NextLeadContext,
  crmOptions: CrmCallOptions,
  { id, isDue, household, isFor }: Candidate,
  ahead: boolean,
  ownerId: string,
): Promise<'handed_out' | 'taken' | 'unfit'> {
  const forMs = ahead ? AHEAD_MS : CLAIM_MS;
  // Only one colleague calls a number at a time, also after a conversation that ended with a note. The mutex is busy
  // while an outcome is written, even after its colleague moved on to the next lead.
  const { leadClaims } = context;
  const isOthers = (member: string) =>
    leadClaims.has(member) || (!isDue && leadClaims.isKeptFromOthers(member, ownerId));
  const isTaken = async () =>
    context.presence.others(id, ownerId).length > 0 ||
    household().some(isOthers) ||
    (await context.dealMutex.isBusy(id));
  if ((await isTaken()) || !(await context.leadClaims.take(id, ownerId, forMs))) return 'taken';
  // The lead was read a moment ago, when it was requested ahead. If an event followed that read, `look` returns null.
  if (!ahead && context.leadCache.look(id, ownerId) !== null) return 'handed_out';
  const asked = { ...crmOptions, deadline: deadlineIn(ONE_LEAD_MS, crmOptions.deadline.patienceMs()) };
  const lead = await readOne(context, asked, id).catch(async (error: unknown) => {
    await context.leadClaims.release(id, ownerId, forMs);
    throw error;
  });
  // The lead is checked again, because events may have been recorded during the read.
  const queued = context.leadQueue.find(id);
  if (lead && queued && isFor(queued) && !(await isTaken())) {
    const calls = beginCalls(context.crm, crmOptions, id);
    context.leadCache.keep({ lead, calls }, ownerId, ahead ? AHEAD_MS : undefined);
    return 'handed_out';
  }
  await context.leadClaims.release(id, ownerId, forMs);
  return 'unfit';
}

/** Reads the lead itself and updates the queue; null if the contact is gone. */
async function readOne(context: NextLeadContext, crmOptions: CrmCallOptions, contactId: string): Promise<Lead | null> {
  try {
    const lead = await readLead(context, crmOptions, contactId);
    context.leadQueue.learn(contactId, lead);
    return lead;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
    context.leadQueue.learn(contactId, null);
    return null;
  }
}

function isToBeCalled(context: NextLeadContext, queued: QueuedLead, ownerId: string, nowMs: number): boolean {
  const { lead, position } = queued;
  if (heldBack(context, queued, nowMs) !== null) return false;
  if (isDue(position)) return !isAnothersCallback(context, lead.contact.id, position.callback ?? 0, ownerId, nowMs);
  if (isForLater(position) || context.leadClaims.isKeptFromOthers(lead.contact.id, ownerId)) return false;
  // A lead with an unknown history waits until the recent calls are known.
  return position.group !== 'unread' || !context.callbacks.areRecentCallsCut;
}

/**
 * Until it is a day overdue, a callback belongs to its owner (decision I8). If the CRM refuses to list callbacks, each
 * one counts as a colleague's.
 */
function isAnothersCallback(
  context: NextLeadContext,
  contactId: string,
  atMs: number,
  ownerId: string,
  nowMs: number,
): boolean {
  if (nowMs - atMs >= DAY_MS) return false;
  const agreed = context.callbacks.of(contactId).some((callback) => callback.atMs === atMs);
  if (!agreed) return context.callbacks.isUnknown;
  const agreedBy = callbackOwners(context, contactId, atMs);
  return agreedBy.length > 0 && agreedBy.every(({ id }) => id !== ownerId);
}

function isOwnCallback(context: NextLeadContext, { lead, position }: QueuedLead, ownerId: string): boolean {
  return callbackOwners(context, lead.contact.id, position.callback).some(({ id }) => id === ownerId);
}
