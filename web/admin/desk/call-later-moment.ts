import type { CallLaterUnit } from '../../../bff/view-models/callcenter-action.ts';
import { amsterdamClock } from '../../texts/format.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The moment of "Later terug bellen": minutes and hours are elapsed time; days, weeks and months are calendar steps in
 * Dutch time that keep the time of day (decision G2). The server computes it again; this is what the panel shows.
 */
export function callLaterMoment(nowMs: number, amount: number, unit: CallLaterUnit) {
  const fromMs = Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
  if (unit === 'minutes') return fromMs + amount * MINUTE_MS;
  if (unit === 'hours') return fromMs + amount * 60 * MINUTE_MS;
  const clock = amsterdamClock(fromMs);
  if (unit === 'months') return toUtc(addMonths(clock, amount));
  return toUtc(clock + amount * (unit === 'weeks' ? 7 : 1) * DAY_MS);
}

/** Unpleasant times: before nine, after nine in the evening, or on a Sunday. */
export function isOddHour(atMs: number) {
  const clock = new Date(amsterdamClock(atMs));
  return clock.getUTCDay() === 0 || clock.getUTCHours() < 9 || clock.getUTCHours() >= 21;
}

/** In a shorter month, the last day. */
function addMonths(clockMs: number, months: number) {
  const date = new Date(clockMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

/** The instant of a Dutch local time; of one that occurs twice the first, of one that is skipped an hour later. */
function toUtc(clockMs: number) {
  const offsets = [-DAY_MS, DAY_MS].map((aside) => amsterdamClock(clockMs + aside) - (clockMs + aside));
  const candidates = offsets.map((offset) => clockMs - offset);
  const fitting = candidates.filter((at) => amsterdamClock(at) === clockMs);
  return fitting.length > 0 ? Math.min(...fitting) : Math.max(...candidates);
}

/** The moment of a date and time as a `datetime-local` field gives it, in Amsterdam wherever the computer stands. */
export function momentOfClock(text: string) {
  return toUtc(Date.parse(`${text}:00Z`));
}

const EVENING = '19:00';
const MORNING = '10:00';

/** What is agreed on most, as a `datetime-local` field has it; this evening only while it is to come. */
export function usualMoments(nowMs: number) {
  const on = (days: number, time: string) =>
    `${new Date(amsterdamClock(nowMs) + days * DAY_MS).toISOString().slice(0, 10)}T${time}`;
  const moments = { evening: on(0, EVENING), tomorrow: on(1, MORNING), nextWeek: on(7, MORNING) };
  const names = ['evening', 'tomorrow', 'nextWeek'] as const;
  return names.map((name) => ({ name, at: moments[name] })).filter(({ at }) => momentOfClock(at) > nowMs);
}
