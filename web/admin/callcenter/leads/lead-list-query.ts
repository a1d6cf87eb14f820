import { queryOptions } from '@tanstack/react-query';
import type { LeadListAnswer } from '../../../../bff/view-models/callcenter.ts';
import { LEADS_KEY } from '../../admin-queries.ts';
import { askAsAdmin } from '../../ask-as-admin.ts';
import { leadListOf } from './lead-list.ts';

const FRESH_MS = 60_000;
const LEADS_PATH = '/api/admin/callcenter';

/** The leads in the order in which they should be called (decision G1). */
export const leadListQuery = queryOptions({
  queryKey: LEADS_KEY,
  queryFn: async ({ signal }) => leadListOf((await askAsAdmin<LeadListAnswer>(LEADS_PATH, { signal })).result),
  staleTime: FRESH_MS,
  // Thousands of cards are compared with nothing: what comes replaces what was there.
  structuralSharing: false,
});

/** The same, narrowed by the server: for a list that is longer than the screen holds. */
export function narrowedListQuery(search: string, mine: boolean) {
  const asked = new URLSearchParams({ ...(search !== '' && { search }), ...(mine && { mine: '1' }) });
  return queryOptions({
    queryKey: [...LEADS_KEY, 'narrowed', asked.toString()],
    queryFn: async ({ signal }) =>
      leadListOf((await askAsAdmin<LeadListAnswer>(`${LEADS_PATH}?${asked}`, { signal })).result),
    staleTime: FRESH_MS,
    structuralSharing: false,
  });
}
