import { momentOf, wallTimeOf } from '../crm/texts/moments.ts';
import type { CallLaterUnit } from '../view-models/callcenter-action.ts';

const MINUTE_MS = 60_000;

/**
 * The moment to call back, in whole minutes. Minutes and hours are elapsed time; days, weeks and months are calendar
 * steps that keep the time of day, also across a change of summer time (decision G2). A month after the 31st is the
 * last day of a shorter month.
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
