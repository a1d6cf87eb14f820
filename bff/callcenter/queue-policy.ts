import { wallTimeOf } from '../crm/texts/moments.ts';
import type { PortalFile, QueueSettings } from '../site/portal-file.ts';
import type { CallOutcome, HeldBack } from '../view-models/callcenter.ts';
import { phoneDigits } from '../view-models/lead-search.ts';
import type { QueuedLead } from './lead-queue.ts';

const HOUR_MS = 3_600_000;
/** After so many calls nobody is handed out again of themselves, unless the portal file says otherwise. */
const MOST_ATTEMPTS = 8;
/** An appointment of which the CRM knows no day: by then it has been, or somebody looks what became of it. */
const APPOINTMENT_HOURS = 7 * 24;
/** A number with fewer digits cannot be dialled. */
const FEWEST_DIGITS = 8;

/**
 * A Dutch number as its nine national digits, however it is written; null of any other, and of a stand-in that repeats
 * one digit: those compare with no other number (decision J9).
 */
export function nationalNumber(phone: string | null): string | null {
  const digits = phoneDigits((phone ?? '').replace('(0)', ''));
  return /^[1-9]\d{8}$/.test(digits) && !isStandIn(digits) ? digits : null;
}

/** Whether there is a number to dial. */
export function canBeDialled(phone: string | null): boolean {
  const digits = (phone ?? '').replace(/\D/g, '');
  return digits.length >= FEWEST_DIGITS && !isStandIn(digits);
}

/** "06-00000000" and its like: somebody had to fill something in. */
function isStandIn(digits: string): boolean {
  return /(\d)\1{7}$/.test(digits);
}

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
  return (last === null ? usual : (queue?.pauseHours?.[last] ?? usual)) * HOUR_MS;
}

/** What decides beside the lead itself. */
export interface PolicyContext {
  portal: PortalFile;
  callPauseHours: number;
}

/**
 * Why a lead is not handed out at this moment, and until when where that is known (decision J9); null: it may be. An
 * agreed call that is due was asked for: that is permission for this call, and no pause holds it up.
 */
export function heldBack(
  { portal, callPauseHours }: PolicyContext,
  { lead, place, attempts, lastOutcome }: QueuedLead,
  lastCallAt: number,
  nowMs: number,
): HeldBack | null {
  if (!canBeDialled(lead.contact.Phone)) return { why: 'no_number' };
  if (place.group === 'due') return null;
  if (portal.callsNeedPermission && !place.hasPermission) return { why: 'no_permission' };
  const most = lastOutcome === null ? undefined : portal.queue?.mostAttempts?.[lastOutcome];
  if (attempts >= (most ?? MOST_ATTEMPTS)) return { why: 'most_attempts' };
  const untilMs = lastCallAt + pauseMs(portal.queue, callPauseHours, lastOutcome);
  if (lastCallAt > 0 && nowMs < untilMs) {
    return { why: lastOutcome === 'appointment' ? 'appointment' : 'pause', until: new Date(untilMs).toISOString() };
  }
  return null;
}
