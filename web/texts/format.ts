import type { Contact } from '../../bff/view-models/contact.ts';

/** The only place that formats numbers, money, dates and addresses (§9). */

// Created lazily: the first one takes a slow phone 15 to 50 ms.
let moment: Intl.DateTimeFormat | undefined;
let clock: Intl.DateTimeFormat | undefined;

/**
 * Dutch digits without Intl: the first `Intl.NumberFormat` blocks a slow phone for 130 ms while the quote renders, and
 * its spaces differ between browsers and the server.
 */
function digits(value: number, decimals: number) {
  // Rounds half up, as people read the number: 25.15 is slightly less in binary.
  const [whole = '', part] = (Math.abs(value) * (1 + Number.EPSILON)).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return `${value < 0 ? '-' : ''}${part ? `${grouped},${part}` : grouped}`;
}

function isFigure(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A value that is not a number becomes "€0.00" (§8). */
export function formatMoney(value: unknown) {
  return isFigure(value) ? `€\u00a0${digits(value, 2)}` : '€0.00';
}

export function formatWhole(value: number) {
  return digits(value, 0);
}

export function formatOneDecimal(value: number) {
  return digits(value, 1);
}

/** A number with a decimal comma: 34,2 and 20. */
export function formatFigure(value: number) {
  return String(value).replace('.', ',');
}

type Address = Pick<Contact, 'Mailing_Street' | 'Mailing_Zip' | 'Mailing_City'> &
  Partial<Pick<Contact, 'Mailing_Country'>>;

/** The known lines of an address: street, postcode with city, country. */
export function addressLines({ Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country }: Address): string[] {
  const zipCity = [Mailing_Zip, Mailing_City].filter(Boolean).join(' ');
  return [Mailing_Street, zipCity, Mailing_Country].flatMap((line) => line || []);
}

/** A moment in Dutch: "di 24 nov 14:30", with the year unless it is the current one. */
export function formatMoment(at: string | number, now = Date.now()) {
  const { weekday, day, month, year, hour, minute } = momentParts(at);
  if (weekday === undefined) return String(at);
  const thisYear = momentParts(now).year === year;
  return `${weekday} ${day} ${month} ${thisYear ? '' : `${year} `}${hour}:${minute}`;
}

const DAY_MS = 24 * 60 * 60_000;

/** A future moment: "vandaag" or "morgen" with the time, otherwise the date. */
export function formatSoon(at: string, now = Date.now()) {
  const [day, today] = [Date.parse(at), now].map((each) => Math.floor(amsterdamClock(each) / DAY_MS));
  const word = ['vandaag', 'morgen'][(day ?? 0) - (today ?? 0)];
  return word === undefined ? formatMoment(at, now) : `${word} ${formatTime(at)}`;
}

/** The day some days after a moment, in full: "9 december 2026". */
export function formatDayAfter(at: string, days: number) {
  const day = new Date(amsterdamClock(Date.parse(at)) + days * DAY_MS);
  return day.toLocaleDateString('nl-NL', { dateStyle: 'long', timeZone: 'UTC' });
}

/** A day given as `yyyy-MM-dd`: "di 24 nov 2026". */
export function formatDay(day: string) {
  const parts = momentParts(`${day}T12:00:00Z`);
  return parts.weekday === undefined ? day : `${parts.weekday} ${parts.day} ${parts.month} ${parts.year}`;
}

/** A day without weekday and year, for an axis: "24 nov". */
export function formatShortDay(day: string) {
  const parts = momentParts(`${day}T12:00:00Z`);
  return parts.weekday === undefined ? day : `${parts.day} ${parts.month}`;
}

/** A month given as `yyyy-MM`: "nov 2026", without a line break. */
export function formatMonth(month: string) {
  const parts = momentParts(`${month}-01T12:00:00Z`);
  return parts.month === undefined ? month : `${parts.month}\u00a0${parts.year}`;
}

/** The time of day: "14:30". */
export function formatTime(at: string | number) {
  const { hour, minute } = momentParts(at);
  return hour === undefined ? String(at) : `${hour}:${minute}`;
}

function momentParts(at: string | number): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return {};
  moment ??= new Intl.DateTimeFormat('nl-NL', {
    timeZone: 'Europe/Amsterdam',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return Object.fromEntries(moment.formatToParts(date).map(({ type, value }) => [type, value.replace('.', '')]));
}

/** Dutch local time as if it were UTC, for arithmetic with days and months. */
export function amsterdamClock(atMs: number) {
  clock ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Amsterdam',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(clock.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
