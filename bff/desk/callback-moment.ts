import { MINUTE_MS } from '../crm/clock.ts';
import { crmInstant, momentOf, spokenMoment, wallTimeOf, weekdayOf } from '../crm/texts/moments-and-euros.ts';
import { callLaterChoice } from '../crm/texts/outcome-texts.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import type { CallcenterAction, CallLaterUnit } from '../view-models/callcenter-action.ts';
import { notPossible } from './action-request.ts';

/**
 * The moment to call back, in whole minutes. Minutes and hours are elapsed time; days, weeks and months are calendar
 * steps that keep the time of day across a change of summer time (decision G2). A month after the 31st is the last day
 * of a shorter month.
 */
export function callbackMoment(nowMs: number, amount: number, unit: CallLaterUnit): number {
  const fromMs = Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
  switch (unit) {
    case 'minutes':
      return fromMs + amount * MINUTE_MS;
    case 'hours':
      return fromMs + amount * 60 * MINUTE_MS;
    case 'days':
      return daysLater(fromMs, amount);
    case 'weeks':
      return daysLater(fromMs, amount * 7);
    case 'months':
      return monthsLater(fromMs, amount);
  }
}

function daysLater(fromMs: number, days: number): number {
  const from = wallTimeOf(fromMs);
  return momentOf({ ...from, day: from.day + days });
}

function monthsLater(fromMs: number, months: number): number {
  const from = wallTimeOf(fromMs);
  const lastDay = new Date(Date.UTC(from.year, from.month - 1 + months + 1, 0)).getUTCDate();
  return momentOf({ ...from, month: from.month + months, day: Math.min(from.day, lastDay) });
}

/** On the next of these days of the week after `missedMs`, at the time of day that was promised (decision J9). */
export function promisedAgain(promisedMs: number, missedMs: number, workingDays: readonly number[]): number {
  const { hour, minute } = wallTimeOf(promisedMs);
  const next = (days: number): number => {
    const atMs = momentOf({ ...wallTimeOf(daysLater(missedMs, days)), hour, minute });
    return workingDays.includes(weekdayOf(atMs)) ? atMs : next(days + 1);
  };
  return next(1);
}

type CallLater = Extract<CallcenterAction, { action: 'gaikan_call_later' }>;

export interface ChosenMoment {
  /** The choice as the note shows it: the same choice means the same request. */
  line: string;
  /** The moment, counted from the time of the call. */
  from: (nowMs: number) => number;
  isForAnyone: boolean;
  /** Whether the line contains the moment itself. */
  isExact: boolean;
}

/** When to call back (decision I8): a date and time in Amsterdam, or an amount and unit from now on. */
export function chosenMoment(body: CallLater, nowMs: number): ChosenMoment {
  const isForAnyone = body.call_later_for === 'anyone';
  const forWhom = isForAnyone ? ', door wie dan vrij is' : '';
  if (body.call_later_at === undefined) {
    const { call_later_amount: amount, call_later_units: unit } = body;
    if (amount === undefined || unit === undefined) {
      const missing = amount === undefined ? 'call_later_amount' : 'call_later_units';
      throw notPossible(API_TEXTS.outcome.noMoment, missing);
    }
    return {
      line: `${callLaterChoice(amount, unit)}${forWhom}`,
      from: (ms) => callbackMoment(ms, amount, unit),
      isForAnyone,
      isExact: false,
    };
  }
  const atMs = momentIn(body.call_later_at);
  if (atMs === null) throw notPossible(API_TEXTS.outcome.noSuchMoment, 'call_later_at');
  if (atMs <= nowMs) throw notPossible(API_TEXTS.outcome.momentIsPast, 'call_later_at');
  return { line: `Terugbellen op: ${spokenMoment(atMs)}${forWhom}`, from: () => atMs, isForAnyone, isExact: true };
}

/** Parses `2026-11-24T14:30` in Amsterdam; null for a day or time that does not exist. */
function momentIn(text: string): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[-T:]/).map(Number);
  const atMs = momentOf({ year, month, day, hour, minute });
  // An hour skipped by summer time, like the 30th of February, reads back as a different moment.
  return hour < 24 && minute < 60 && crmInstant(atMs).slice(0, 16) === text.slice(0, 16) ? atMs : null;
}
