import type { AdminStats } from '../../../bff/view-models/stats.ts';

/** Number of people on one day of the chart. */
export interface HistoryBar {
  date: string;
  contacts: number;
  leads: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last days, oldest first; days without registrations count zero. */
export function historyBars(customers: AdminStats['customers'], days: number): HistoryBar[] {
  const newest = customers[0]?.date;
  if (newest === undefined) return [];
  const counts = new Map(customers.map((day) => [day.date, day]));
  const last = Date.parse(`${newest}T00:00:00Z`);
  const dates = Array.from({ length: days }, (_, index) => isoDay(last - (days - 1 - index) * DAY_MS));
  const shown = dates.map((date) => counts.get(date) ?? { date, contactCount: 0, leadCount: 0 });
  return shown.map(({ date, contactCount, leadCount }) => ({ date, contacts: contactCount, leads: leadCount }));
}

function isoDay(atMs: number) {
  return new Date(atMs).toISOString().slice(0, 10);
}
