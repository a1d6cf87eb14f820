import { queryOptions } from '@tanstack/react-query';
import type { StatsAnswer } from '../../../bff/view-models/stats.ts';
import { ADMIN_QUERIES, askAsAdmin } from '../ask-as-admin.ts';

const FRESH_MS = 60_000;

/** Figures, owners and available sizes (§3); `at` is when the figures were read. */
export const statsQuery = queryOptions({
  queryKey: [...ADMIN_QUERIES, 'stats'],
  queryFn: async ({ signal }) => {
    const { result } = await askAsAdmin<StatsAnswer>('/api/admin/stats', { signal });
    const { stats, ageSeconds, stopped = false } = result;
    return { stats, at: Date.now() - ageSeconds * 1000, stopped };
  },
  staleTime: FRESH_MS,
  gcTime: Number.POSITIVE_INFINITY,
});
