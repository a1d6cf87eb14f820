import { wallTimeOf } from '../crm/texts/moments.ts';
import type { PortalFile, QueueSettings } from '../site/portal-file.ts';
import type { CallOutcome, HeldBack } from '../view-models/callcenter.ts';
import type { QueuedLead } from './lead-queue.ts';
import { saidNoTo } from './order-leads.ts';
import { canBeDialled } from './phone-numbers.ts';

const HOUR_MS = 3_600_000;
/** After so many calls nobody is handed out again of themselves, unless the portal file says otherwise. */
const MOST_ATTEMPTS = 8;
/** An appointment of which the CRM knows no day: by then it has been, or somebody looks what became of it. */
const APPOINTMENT_HOURS = 7 * 24;

/** Whether people are called now; always, where the portal file names no hours. */
export function isCallingTime({ queue }: PortalFile, nowMs: number): boolean {
  const hours = queue?.callingHours;
  if (!hours) return true;
  const { year, month, day, hour, minute } = wallTimeOf(nowMs);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  const minutes = hour * 60 + minute;
  return hours.days.includes(weekday) && minutes >= minutesOf(hours.from) && minutes < minutesOf(hours.to);
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

/** How long somebody is left alone after a call with this result. */
function pauseMs(queue: QueueSettings | undefined, callPauseHours: number, last: CallOutcome | null): number {
  const usual = last === 'appointment' ? APPOINTMENT_HOURS : callPauseHours;
  return (by(queue?.pauseHours, last) ?? usual) * HOUR_MS;
}

function by(settings: Partial<Record<string, number>> | undefined, last: CallOutcome | null): number | undefined {
  return last === null ? undefined : settings?.[last];
}

/** After how many calls, the last of them with this result, nobody is called again of themselves. */
export function mostAttempts({ queue }: PortalFile, last: CallOutcome | null): number {
  return by(queue?.mostAttempts, last) ?? MOST_ATTEMPTS;
}

/** What decides beside the lead itself. */
export interface PolicyContext {
  portal: PortalFile;
  callPauseHours: number;
}

/**
 * Why a lead is not handed out at this moment, and until when where that is known (decision J9); null: it may be, or its
 * agreed call says when. An agreed call that is due was asked for: that is permission for this call, and no pause holds it up.
 */
export function heldBack(
  { portal, callPauseHours }: PolicyContext,
  queued: QueuedLead,
  lastCallAt: number,
  nowMs: number,
): HeldBack | null {
  const { lead, place, attempts, lastOutcome } = queued;
  if (!canBeDialled(lead.contact.Phone)) return { why: 'no_number' };
  if (place.group === 'due') return null;
  if (portal.callsNeedPermission && !place.hasPermission) return { why: 'no_permission' };
  if (attempts >= mostAttempts(portal, lastOutcome)) return { why: 'most_attempts' };
  if (place.group === 'later') return null;
  if (place.group === 'spoken' && saidNo(queued)) return { why: 'said_no' };
  const untilMs = lastCallAt + pauseMs(portal.queue, callPauseHours, lastOutcome);
  if (lastCallAt > 0 && nowMs < untilMs) {
    return { why: lastOutcome === 'appointment' ? 'appointment' : 'pause', until: new Date(untilMs).toISOString() };
  }
  return null;
}

function saidNo({ lead, place, lastOutcome }: QueuedLead): boolean {
  return lead.deals.every((deal) => saidNoTo(deal, { ...place, lastOutcome }));
}
