import { meaningOf } from '../view-models/call-outcomes.ts';
import { LEAD_GROUPS, type LeadGroup } from '../view-models/leads.ts';
import type { CallHistory } from './call-histories.ts';

/** A lead's group in the queue, and its sort key within the group. */
interface QueuePosition {
  group: LeadGroup;
  /** The time of the earliest open scheduled call. */
  callback: number | null;
}

/**
 * Whether the last outcome was a no to this deal. A no covers every deal that existed then. Such a deal is still open
 * only if the CRM refused the new stage or the tag.
 */
export function saidNoTo(
  { Created_Time }: { Created_Time: string | null },
  last: Pick<CallHistory, 'lastOutcome' | 'lastCallAt'> | null,
): boolean {
  return (
    last !== null && meaningOf(last.lastOutcome) === 'no' && !(Date.parse(Created_Time ?? '') > (last.lastCallAt ?? 0))
  );
}

/**
 * Decisions G1 and I7. A callback is open until its own call is completed: a call about another deal does not complete
 * it. A customer who agreed online or by phone and did not sign comes before leads that were never called; an agreement
 * online counts unless the last outcome was a no.
 */
export function positionOf(history: CallHistory | null, nowMs: number, isApproved = false): QueuePosition {
  const open = [...(history?.agreed ?? [])].sort((a, b) => a - b);
  const callback = open[0] ?? null;
  if (callback !== null) return { group: callback <= nowMs ? 'due' : 'later', callback };
  if (isApproved || meaningOf(history?.lastOutcome ?? null) === 'yes') return { group: 'approved', callback: null };
  if (!history) return { group: 'unread', callback: null };
  if (history.attempts === 0) return { group: 'new', callback: null };
  return { group: meaningOf(history.lastOutcome) === 'no_answer' ? 'no_answer' : 'spoken', callback: null };
}

export interface Queued extends QueuePosition {
  id: string;
  registeredAt: number;
  lastCallAt: number | null;
  /** The contact gave permission to be called, and comes first within a group. */
  hasPermission: boolean;
}

/**
 * The queue's order:
 * - due callbacks, oldest first
 * - customers who said yes and did not sign, called longest ago first
 * - new leads, newest first
 * - leads whose history is not known yet, newest first
 * - no answer, longest ago first
 * - future callbacks, soonest first
 * - spoken to and nothing scheduled, called longest ago first
 *
 * Within a group, callbacks aside, leads with permission to be called come first. Ties are sorted by id, to keep the
 * list stable.
 */
export function byQueue(a: Queued, b: Queued): number {
  const group = LEAD_GROUPS.indexOf(a.group) - LEAD_GROUPS.indexOf(b.group);
  return group || permission(a) - permission(b) || rank(a) - rank(b) || (a.id < b.id ? -1 : 1);
}

function permission({ callback, hasPermission }: Queued): number {
  return callback === null && !hasPermission ? 1 : 0;
}

function rank({ group, callback, registeredAt, lastCallAt }: Queued): number {
  if (callback !== null) return callback;
  return group === 'new' || group === 'unread' ? -registeredAt : (lastCallAt ?? 0);
}
