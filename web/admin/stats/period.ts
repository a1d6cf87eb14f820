import { queryOptions } from '@tanstack/react-query';
import { CALL_OUTCOMES, isNo, OUTCOMES } from '../../../bff/view-models/call-outcomes.ts';
import type {
  AdminStats,
  Cohort,
  ColleagueFigures,
  LossReason,
  PeriodAnswer,
  PeriodFigures,
} from '../../../bff/view-models/stats.ts';
import { FUNNEL_NAMES, LOSS_NAMES, PERIOD, type PERIOD_NAMES, STATS } from '../../texts/admin-stats.ts';
import { amsterdamClock } from '../../texts/format.ts';
import { ADMIN_QUERIES, resultOf, wantsFresh } from '../ask-as-admin.ts';

/** Days, `yyyy-MM-dd`, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

const FRESH_MS = 60_000;
/** Before the first deal. */
const EVER = '2000-01-01';

/** A named period as of a moment; "last months" include the current one. */
export function periodNamed(name: Exclude<keyof typeof PERIOD_NAMES, 'own'>, nowMs: number): Period {
  const today = new Date(amsterdamClock(nowMs));
  const month = (back: number, day = 1) => isoDay(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, day));
  const to = isoDay(today.getTime());
  switch (name) {
    case 'month':
      return { from: month(0), to };
    case 'previous':
      return { from: month(1), to: month(0, 0) };
    case 'quarter':
      return { from: month(2), to };
    case 'year':
      return { from: month(11), to };
    case 'all':
      return { from: EVER, to };
  }
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const PERIODS_KEY = [...ADMIN_QUERIES, 'stats', 'period'] as const;

export const periodQuery = (period: Period) =>
  queryOptions({
    queryKey: [...PERIODS_KEY, period],
    queryFn: ({ signal, ...asked }) => {
      const search = new URLSearchParams({ ...period, ...(wantsFresh(asked) && { fresh: '1' }) });
      return resultOf<PeriodAnswer>(`/api/admin/stats/period?${search}`, { signal });
    },
    staleTime: FRESH_MS,
  });

/** Shares are fractions of 1. Null if the share has no total, or if the value is unknown. */
type Cell = string | number | null;

export interface FigureTable {
  title: string;
  columns: readonly { label: string; kind: 'text' | 'month' | 'count' | 'share' | 'euros' }[];
  /** Undefined if the CRM did not deliver them. */
  rows: readonly (readonly Cell[])[] | undefined;
}

type PeriodTables = Record<'funnel' | 'value' | 'months' | 'colleagues' | 'sources' | 'losses', FigureTable>;

/** The screen and the CSV file share these tables, so they have the same figures. Each formats them by itself. */
export function periodTables({ funnel, months, colleagues, sources, losses }: PeriodFigures): PeriodTables {
  const offered = funnel?.steps[0]?.count ?? 0;
  const hasClosed = [...(months ?? []), ...(sources ?? [])].some(({ closed }) => closed > 0);
  return {
    funnel: {
      title: STATS.funnel,
      columns: [text(STATS.step), count(STATS.deals), share(PERIOD.share)],
      rows: funnel?.steps.map((step) => [FUNNEL_NAMES[step.step], step.count, shareOf(step.count, offered)]),
    },
    value: {
      title: PERIOD.value,
      columns: [text(PERIOD.name), euros(PERIOD.value)],
      rows: funnel
        ? [
            [STATS.open, funnel.openEuros],
            [STATS.won, funnel.wonEuros],
          ]
        : undefined,
    },
    months: {
      title: PERIOD.months,
      columns: [{ label: PERIOD.month, kind: 'month' }, ...cohortColumns(hasClosed)],
      rows: months?.map(({ month, ...cohort }) => [month, ...cohortCells(cohort, hasClosed)]),
    },
    colleagues: {
      title: STATS.byColleague,
      columns: [
        text(PERIOD.name),
        count(STATS.calls),
        ...CALL_OUTCOMES.map((outcome) => count(OUTCOMES[outcome].label)),
        count(PERIOD.other),
        count(PERIOD.overdue),
      ],
      rows: colleagues?.map(colleagueCells),
    },
    sources: {
      title: PERIOD.sources,
      columns: [text(PERIOD.source), count(STATS.deals), ...cohortColumns(hasClosed)],
      rows: sources?.map(({ source, deals, ...cohort }) => [
        source ?? PERIOD.noSource,
        deals,
        ...cohortCells(cohort, hasClosed),
      ]),
    },
    losses: {
      title: PERIOD.losses,
      columns: [text(PERIOD.reason), count(STATS.deals), euros(PERIOD.value)],
      rows: losses?.map((loss) => [nameOfLoss(loss.reason), loss.count, loss.euros]),
    },
  };
}

const text = (label: string) => ({ label, kind: 'text' }) as const;
const count = (label: string) => ({ label, kind: 'count' }) as const;
const share = (label: string) => ({ label, kind: 'share' }) as const;
const euros = (label: string) => ({ label, kind: 'euros' }) as const;

const nameOfLoss = (reason: LossReason) => (isNo(reason) ? OUTCOMES[reason].label : LOSS_NAMES[reason]);

const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function cohortColumns(hasClosed: boolean) {
  return [
    count(PERIOD.offered),
    count(PERIOD.open),
    count(PERIOD.signed),
    ...(hasClosed ? [count(PERIOD.closed)] : []),
    count(PERIOD.lost),
    count(PERIOD.withdrawn),
    share(PERIOD.share),
    euros(PERIOD.won),
  ];
}

function cohortCells({ offered, open, signed, closed, lost, withdrawn, wonEuros }: Cohort, hasClosed: boolean): Cell[] {
  const ended = hasClosed ? [signed, closed, lost] : [signed, lost];
  return [offered, open, ...ended, withdrawn, shareOf(signed, offered), wonEuros];
}

function colleagueCells({ name, calls, byOutcome, overdue }: ColleagueFigures): Cell[] {
  return [
    name ?? PERIOD.nobody,
    calls,
    ...CALL_OUTCOMES.map((outcome) => byOutcome[outcome] ?? 0),
    byOutcome.other ?? 0,
    overdue,
  ];
}

/** Text that a spreadsheet would run as a formula. Anybody may have written the text. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;

/** CSV for a Dutch spreadsheet: semicolons, decimal commas, and a UTF-8 byte order mark. */
export function csvOf(head: string, tables: readonly FigureTable[]): string {
  const known = tables.filter(({ rows }) => rows !== undefined);
  const parts = known.map(({ title, columns, rows }) =>
    [[title], columns.map(({ label }) => label), ...(rows ?? [])].map((row) => row.map(csvCell).join(';')).join('\r\n'),
  );
  return `\uFEFF${[csvCell(head), ...parts].join('\r\n\r\n')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(Math.round(cell * 10_000) / 10_000).replace('.', ',');
  return `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last days, oldest first; days without registrations count zero. */
export function historyBars(customers: AdminStats['customers'], days: number): AdminStats['customers'] {
  const newest = customers[0]?.date;
  if (newest === undefined) return [];
  const counts = new Map(customers.map((day) => [day.date, day]));
  const last = Date.parse(`${newest}T00:00:00Z`);
  const dates = Array.from({ length: days }, (_, index) => isoDay(last - (days - 1 - index) * DAY_MS));
  return dates.map((date) => counts.get(date) ?? { date, contactCount: 0, leadCount: 0 });
}
