import { HOUR_MS } from '../crm/clock.ts';
import { wallTimeOf, weekdayOf } from '../crm/texts/moments-and-euros.ts';
import type { PortalFile, QueueSettings } from '../site/portal-file.ts';
import { type CallOutcome, isNo } from '../view-models/call-outcomes.ts';
import type { HeldBack } from '../view-models/callcenter.ts';
import { isDue, isForLater } from '../view-models/leads.ts';
import type { Callbacks } from './callbacks.ts';
import type { QueuedLead } from './lead-queue.ts';
import { saidNoTo } from './order-leads.ts';
import { canBeDialled } from './phone-numbers.ts';

/** After this many calls a lead is no longer handed out, unless the portal file says otherwise. */
const MOST_ATTEMPTS = 8;
/**
 * The CRM does not know the day of an appointment. After this time the appointment is over, or a colleague should
 * check.
 */
const APPOINTMENT_HOURS = 7 * 24;

/** Whether people may be called now; always true if the portal file sets no hours. */
export function isCallingTime({ queue }: PortalFile, nowMs: number): boolean {
  const hours = queue?.callingHours;
  if (!hours) return true;
  const { hour, minute } = wallTimeOf(nowMs);
  const minutes = hour * 60 + minute;
  return hours.days.includes(weekdayOf(nowMs)) && minutes >= minutesOf(hours.from) && minutes < minutesOf(hours.to);
}

/** The days on which people are called. */
export function workingDays({ queue }: PortalFile): readonly number[] {
  return queue?.callingHours?.days ?? [1, 2, 3, 4, 5];
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

/** How long a person is not called after a call with this result. */
function pauseMs(queue: QueueSettings | undefined, callPauseHours: number, last: CallOutcome | null): number {
  const usual = last === 'appointment' ? APPOINTMENT_HOURS : callPauseHours;
  return (by(queue?.pauseHours, last) ?? usual) * HOUR_MS;
}

function by(settings: QueueSettings['pauseHours'], last: CallOutcome | null): number | undefined {
  return last === null || isNo(last) ? undefined : settings?.[last];
}

/** The number of calls after which a lead with this last result is no longer handed out. */
export function mostAttempts({ queue }: PortalFile, last: CallOutcome | null): number {
  return by(queue?.mostAttempts, last) ?? MOST_ATTEMPTS;
}

/** What decides, together with the lead itself, whether the lead is handed out. */
interface PolicyContext {
  portal: PortalFile;
  callPauseHours: number;
  callbacks: Pick<Callbacks, 'calledAt'>;
}

/**
 * Why a lead is not handed out now, and until when if known (decision J9). Null if the lead may be handed out, or if
 * its scheduled call decides. No pause delays a due call, because the customer asked for it.
 */
export function heldBack(
  { portal, callPauseHours, callbacks }: PolicyContext,
  queued: QueuedLead,
  nowMs: number,
): HeldBack | null {
  const { lead, position, attempts, lastOutcome } = queued;
  if (!canBeDialled(lead.contact.Phone)) return { why: 'no_number' };
  if (isDue(position)) return null;
  if (portal.callsNeedPermission && !position.hasPermission) return { why: 'no_permission' };
  if (attempts >= mostAttempts(portal, lastOutcome)) return { why: 'most_attempts' };
  if (isForLater(position)) return null;
  if (position.group === 'spoken' && saidNo(queued)) return { why: 'said_no' };
  const lastCallAt = Math.max(position.lastCallAt ?? 0, callbacks.calledAt(lead.contact.id, lead.contact.Phone));
  const untilMs = lastCallAt + pauseMs(portal.queue, callPauseHours, lastOutcome);
  if (lastCallAt > 0 && nowMs < untilMs) {
    return { why: lastOutcome === 'appointment' ? 'appointment' : 'pause', until: new Date(untilMs).toISOString() };
  }
  return null;
}

function saidNo({ lead, position, lastOutcome }: QueuedLead): boolean {
  return lead.deals.every((deal) => saidNoTo(deal, { ...position, lastOutcome }));
}
