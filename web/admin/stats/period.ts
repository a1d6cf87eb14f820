import { queryOptions } from '@tanstack/react-query';
import type { PeriodAnswer } from '../../../bff/view-models/stats.ts';
import type { PERIOD_NAMES } from '../../texts/admin-stats.ts';
import { amsterdamClock } from '../../texts/format.ts';
import { ADMIN_QUERIES, askAsAdmin } from '../ask-as-admin.ts';

/** Days, `yyyy-MM-dd`, both counted in. */
export interface Period {
  from: string;
  to: string;
}

const FRESH_MS = 60_000;
/** Before the first deal of anybody. */
const EVER = '2000-01-01';

/** A period by its name, as of a moment; the last months hold this one. */
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
    queryFn: async ({ signal }) =>
      (await askAsAdmin<PeriodAnswer>(`/api/admin/stats/period?${new URLSearchParams({ ...period })}`, { signal }))
        .result,
    staleTime: FRESH_MS,
  });
