import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { KeyedMutex } from '../access/keyed-mutex.ts';
import type { Clock } from '../crm/clock.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { LeadGroup, NextLeadAsk } from '../view-models/callcenter.ts';
import type { Callbacks } from './callbacks.ts';
import type { DoNotCall } from './do-not-call.ts';
import type { LeadClaims } from './lead-claims.ts';
import type { LeadQueue, QueuedLead } from './lead-queue.ts';
import type { Owners } from './owners.ts';
import type { Presence } from './presence.ts';

export interface NextLeadContext {
  clock: Clock;
  portal: PortalFile;
  /** How long somebody who was called is not handed out again. */
  callPauseHours: number;
  leadQueue: LeadQueue;
  leadClaims: LeadClaims;
  callbacks: Callbacks;
  doNotCall: DoNotCall;
  presence: Presence;
  owners: Owners;
  dealMutex: KeyedMutex;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A list of thousands may be some seconds old: the portal's own changes since are known. */
const LONG_QUEUE_MAX_AGE_MS = 10_000;
/** For a list of thousands the tags are not read each time; with older tags than this, nobody is handed out. */
const TAGS_MAX_AGE_MS = 2 * 60_000;

/**
 * Hands out the first free lead of the queue (decision I7) and claims it for this member of staff; null when there is
 * none. One CRM call beyond the list, for the callbacks and for whom somebody called in the last hours.
 */
export async function nextLead(
  context: NextLeadContext,
  crmOptions: CrmCallOptions,
  { after, mine }: NextLeadAsk,
  ownerId: string,
): Promise<string | null> {
  if (after !== undefined) await context.leadClaims.pass(after, ownerId);
  await Promise.all([
    context.leadQueue.refresh(crmOptions, context.leadQueue.isLong ? LONG_QUEUE_MAX_AGE_MS : 0),
    context.callbacks.read(0, crmOptions),
    context.doNotCall.read(TAGS_MAX_AGE_MS, crmOptions),
  ]);
  const nowMs = context.clock.now();
  // Only now: an outcome may have been recorded while the last of the three was on its way.
  const waiting = context.leadQueue.inOrder().filter((queued) => {
    const { contact } = queued.lead;
    if (contact.id === after || context.doNotCall.has(contact.id)) return false;
    if (mine && contact.Owner?.id !== ownerId && !isOwnCallback(context, queued, ownerId)) return false;
    return isToBeCalled(context, queued, ownerId, nowMs);
  });
  // Skipped leads come after the others, longest ago first, so that Alt+N goes through all.
  const order = waiting.map((queued) => ({
    queued,
    passedAt: context.leadClaims.passedAt(queued.lead.contact.id, ownerId) ?? 0,
  }));
  order.sort((a, b) => a.passedAt - b.passedAt);
  for (const { queued } of order) {
    const { id } = queued.lead.contact;
    const isOpen = context.presence.others(id, ownerId).length > 0;
    // An outcome that is still on its way: whoever called has gone on to the next lead.
    if (isOpen || (await context.dealMutex.isBusy(id)) || !(await context.doNotCall.mayCall(id, crmOptions))) continue;
    if (await context.leadClaims.take(id, ownerId)) return id;
  }
  return null;
}

const NOT_YET: LeadGroup = 'later';

function isToBeCalled(context: NextLeadContext, { lead, place }: QueuedLead, ownerId: string, nowMs: number): boolean {
  if (context.portal.callsNeedPermission && !place.hasPermission) return false;
  if (place.group === 'due') return !isAnothersCallback(context, lead.contact.id, place.callback ?? 0, ownerId, nowMs);
  if (place.group === NOT_YET) return false;
  // Not known yet whether somebody called: the others first, until it is.
  if (place.group === 'unread' && context.callbacks.areRecentCallsCut) return false;
  const lastCallAt = Math.max(place.lastCallAt ?? 0, context.callbacks.calledAt(lead.contact.id) ?? 0);
  return nowMs - lastCallAt >= context.callPauseHours * HOUR_MS;
}

/** A colleague's callback belongs to them until it is a day overdue (decision I8); one that may be theirs counts as such. */
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
  const agreedBy = ownersOfCallback(context, contactId, atMs);
  return agreedBy.length > 0 && !agreedBy.includes(ownerId);
}

function isOwnCallback(context: NextLeadContext, { lead, place }: QueuedLead, ownerId: string): boolean {
  return place.callback !== null && ownersOfCallback(context, lead.contact.id, place.callback).includes(ownerId);
}

/** The staff member of the callback; one in the portal's own name belongs to anybody. */
function ownersOfCallback(context: NextLeadContext, contactId: string, atMs: number): string[] {
  const callbacks = context.callbacks.of(contactId).filter((callback) => callback.atMs === atMs);
  return callbacks.flatMap(({ ownerId }) =>
    ownerId !== null && context.owners.nameOf(ownerId) !== undefined ? [ownerId] : [],
  );
}
