import { type CallOutcome, LEAD_GROUPS, type LeadGroup } from '../view-models/callcenter.ts';
import type { CallHistory } from './call-histories.ts';

/** A lead's group in the queue, and the moment it is sorted by within the group. */
export interface QueuePlace {
  group: LeadGroup;
  /** The earliest scheduled moment without a call. */
  callback: number | null;
}

const NO_ANSWER: readonly (CallOutcome | null)[] = ['gaikan_called_noanswer'];

/** Decision G1. A call made at the scheduled moment or later completes it, whatever its outcome. */
export function placeOf(history: CallHistory | null, nowMs: number): QueuePlace {
  if (!history) return { group: 'unread', callback: null };
  const open = history.agreed.filter((moment) => moment > (history.lastCallAt ?? 0)).sort((a, b) => a - b);
  const callback = open[0] ?? null;
  if (callback !== null) return { group: callback <= nowMs ? 'due' : 'later', callback };
  if (history.attempts === 0) return { group: 'new', callback: null };
  return { group: NO_ANSWER.includes(history.lastOutcome) ? 'no_answer' : 'spoken', callback: null };
}

export interface Queued extends QueuePlace {
  id: string;
  registeredAt: number;
  lastCallAt: number | null;
}

/**
 * The queue's order: callbacks due, oldest first; new leads, newest first; leads whose history is not read yet,
 * likewise; no answer, longest ago first; callbacks in the future, soonest first. Ties are sorted by id, so that the
 * list does not jump.
 */
export function byQueue(a: Queued, b: Queued): number {
  const group = LEAD_GROUPS.indexOf(a.group) - LEAD_GROUPS.indexOf(b.group);
  return group || rank(a) - rank(b) || (a.id < b.id ? -1 : 1);
}

function rank({ group, callback, registeredAt, lastCallAt }: Queued): number {
  if (group === 'due' || group === 'later') return callback ?? 0;
  return group === 'new' || group === 'unread' ? -registeredAt : (lastCallAt ?? 0);
}
