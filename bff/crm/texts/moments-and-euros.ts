import type { PresentedQuote } from '../../view-models/quote.ts';
import { vatWords } from '../../view-models/vat-texts.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';

const ZONE = 'Europe/Amsterdam';

const TO_THE_MINUTE: Intl.DateTimeFormatOptions = {
  timeZone: ZONE,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};
const SPOKEN = new Intl.DateTimeFormat('nl-NL', TO_THE_MINUTE);
const EXACT = new Intl.DateTimeFormat('nl-NL', { ...TO_THE_MINUTE, second: '2-digit', timeZoneName: 'short' });

/** A time in a note: "di 24 nov 2026, 14:30". */
export function spokenMoment(ms: number): string {
  return SPOKEN.format(ms);
}

/** With seconds, and unambiguous in the hour that occurs twice in autumn: "zo 25 okt 2026, 02:30:00 CEST". */
export function exactMoment(ms: number): string {
  return EXACT.format(ms);
}

const WRITTEN = new Intl.DateTimeFormat('nl-NL', { timeZone: ZONE, dateStyle: 'long', timeStyle: 'short' });

/** For a customer's mail: "26 november 2026 om 00:54". */
export function writtenMoment(ms: number): string {
  return WRITTEN.format(ms);
}

const DAY = new Intl.DateTimeFormat('nl-NL', { timeZone: 'UTC', dateStyle: 'long' });

/** The day in Amsterdam some days after a moment: "9 december 2026". */
export function spokenDayAfter(ms: number, days: number): string {
  const { year, month, day } = wallTimeOf(ms);
  return DAY.format(Date.UTC(year, month - 1, day + days));
}

const PARTS = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Local time in Amsterdam; months count from 1. */
interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

export function wallTimeOf(ms: number): WallTime {
  const parts = Object.fromEntries(PARTS.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { year, month, day, hour, minute };
}

/** The day of the week in Amsterdam, from Monday, 1, to Sunday, 7. */
export function weekdayOf(ms: number): number {
  const { year, month, day } = wallTimeOf(ms);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
}

/** Amsterdam's offset from UTC at a moment, in milliseconds. */
function offsetMs(ms: number): number {
  const { year, month, day, hour, minute } = wallTimeOf(ms);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}

/**
 * The instant of a local time in Amsterdam. A time skipped in spring is moved an hour later; for one that occurs twice
 * in autumn, the first is used.
 */
export function momentOf({ year, month, day, hour, minute }: WallTime): number {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const before = asUtc - offsetMs(asUtc - DAY_MS);
  const after = asUtc - offsetMs(asUtc + DAY_MS);
  const fits = [before, after].filter((ms) => ms + offsetMs(ms) === asUtc);
  return fits.length > 0 ? Math.min(...fits) : Math.max(before, after);
}

/** With an offset and whole seconds, as the CRM expects: `2026-11-24T14:30:00+01:00`. */
export function crmInstant(ms: number): string {
  const wholeMs = Math.floor(ms / SECOND_MS) * SECOND_MS;
  const minutes = offsetMs(wholeMs) / MINUTE_MS;
  const local = new Date(wholeMs + minutes * MINUTE_MS).toISOString().slice(0, 19);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${local}+${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** The day in Amsterdam, or some days later, `yyyy-MM-dd`. */
export function dayOf(ms: number, daysLater = 0): string {
  const { year, month, day } = wallTimeOf(ms);
  return new Date(Date.UTC(year, month - 1, day + daysLater)).toISOString().slice(0, 10);
}

const AMOUNT = new Intl.NumberFormat('nl-NL', { style: 'currency', currency: 'EUR' });

/** "€ 1.234,56", for amounts in notes, mails and PDFs. */
export function euros(amount: number | null): string {
  return amount === null ? 'onbekend' : AMOUNT.format(amount);
}

/** The total to pay, with its label, for mails and the note of the evidence. */
export function totalFact(totals: PresentedQuote['totals']): readonly [label: string, value: string] {
  return [`Totaal ${vatWords(totals).toPay}`, euros(totals.finalInclVat)];
}
