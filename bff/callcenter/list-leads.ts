import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { Clock } from '../crm/clock.ts';
import { type LeadChanges, type LeadListAnswer, MOST_LEADS } from '../view-models/callcenter.ts';
import { leadSearch, searchTextOf } from '../view-models/lead-search.ts';
import { whoIsMissing } from './actions/action-request.ts';
import type { CallHistories } from './call-histories.ts';
import type { DoNotCall } from './do-not-call.ts';
import type { LeadEvents } from './lead-events.ts';
import type { LeadQueue, QueuedLead } from './lead-queue.ts';
import { type CardContext, callbackOwner, presentLead } from './present-lead.ts';

export interface LeadListContext extends CardContext {
  clock: Clock;
  leadEvents: LeadEvents;
  leadQueue: LeadQueue;
  doNotCall: DoNotCall;
  callHistories: CallHistories;
}

interface Narrowing {
  mine?: '1' | undefined;
  search?: string | undefined;
}

/** A search uses the list of some seconds ago, so that typing does not read it again with every word. */
const SEARCHED_MAX_AGE_MS = 30_000;

/** The first thousands of the queue, or of a search or "mijn leads", with the total count. */
export async function listLeads(
  context: LeadListContext,
  crmOptions: CrmCallOptions,
  { mine, search }: Narrowing,
  viewerId: string | undefined,
): Promise<LeadListAnswer['result']> {
  if (mine && viewerId === undefined) throw whoIsMissing();
  const isNarrowed = mine !== undefined || search !== undefined;
  await context.leadQueue.refresh(crmOptions, isNarrowed ? SEARCHED_MAX_AGE_MS : 0);
  const queue = context.leadQueue.inOrder();
  const found = isNarrowed ? queue.filter(narrowing(context, search ?? '', mine ? viewerId : undefined)) : queue;
  const unknown = [
    ...(context.doNotCall.isKnown ? [] : (['do_not_call'] as const)),
    ...(context.callHistories.isUnknown ? (['call_history'] as const) : []),
    ...(context.callbacks.isUnknown ? (['callbacks'] as const) : []),
  ];
  return {
    ...(unknown.length > 0 && { unknown }),
    contacts: found.slice(0, MOST_LEADS).map((queued) => presentLead(context, queued, viewerId)),
    count: found.length,
    readAt: new Date(context.clock.now()).toISOString(),
  };
}

/** As long as a list may lie open: a session ends after twelve hours without activity. */
const OPEN_MS = 12 * 60 * 60_000;
/** What another process recorded is known here a little later. */
const LATE_MS = 10_000;

/** What outcomes and their undo changed of a list that was read then: from memory, without a CRM call (decision I9). */
export function leadChanges(context: LeadListContext, readAt: string, viewerId: string | undefined): LeadChanges {
  const sinceMs = Math.max(Date.parse(readAt) - LATE_MS, context.clock.now() - OPEN_MS);
  const { gone, changed } = context.leadQueue.changesAmong(context.leadEvents.since(sinceMs));
  return {
    gone,
    changed: changed.map(({ queued, after }) => ({ lead: presentLead(context, queued, viewerId), after })),
  };
}

function narrowing(
  context: LeadListContext,
  search: string,
  ownerId: string | undefined,
): (queued: QueuedLead) => boolean {
  const matches = leadSearch(search);
  return ({ lead: { contact }, place: { callback } }) => {
    const isMine =
      ownerId === undefined ||
      contact.Owner?.id === ownerId ||
      (callback !== null && callbackOwner(context, contact.id, callback)?.id === ownerId);
    return isMine && matches(searchTextOf(contact));
  };
}
