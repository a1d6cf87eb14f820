import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { LeadChanges, LeadListAnswer } from '../../../bff/view-models/callcenter.ts';
import { ADMIN_QUERIES, askAsAdmin, LEADS_KEY } from '../ask-as-admin.ts';
import { leadListOf } from './lead-list.ts';

const FRESH_MS = 60_000;
const INCOMPLETE_MS = 5_000;
const LEADS_PATH = '/api/admin/callcenter';

/** The leads in the order in which they should be called (decision G1). */
export const leadListQuery = queryOptions({
  queryKey: LEADS_KEY,
  queryFn: async ({ signal }) => leadListOf((await askAsAdmin<LeadListAnswer>(LEADS_PATH, { signal })).result),
  staleTime: FRESH_MS,
  // The server answers from memory while it reads all leads for the first time.
  refetchInterval: ({ state }) => (state.data?.known === undefined ? false : INCOMPLETE_MS),
  // Thousands of cards are compared with nothing: what comes replaces what was there.
  structuralSharing: false,
});

/** What a colleague records is in the list within half a minute; the server asks nobody for it (decision I9). */
const CHANGES_EVERY_MS = 20_000;

const CHANGES_KEY = [...ADMIN_QUERIES, 'changes'] as const;
const NARROWED_KEY = [...LEADS_KEY, 'narrowed'] as const;

export function changesQuery(readAt: string) {
  return queryOptions({
    queryKey: [...CHANGES_KEY, readAt],
    queryFn: ({ signal }) =>
      askAsAdmin<LeadChanges>(`${LEADS_PATH}/changes?${new URLSearchParams({ since: readAt })}`, { signal }),
    refetchInterval: CHANGES_EVERY_MS,
    gcTime: 0,
    retry: false,
  });
}

/** The same, narrowed by the server: for a list that is longer than the screen holds. */
export function narrowedListQuery(search: string, mine: boolean) {
  const asked = new URLSearchParams({ ...(search !== '' && { search }), ...(mine && { mine: '1' }) });
  return queryOptions({
    queryKey: [...NARROWED_KEY, asked.toString()],
    queryFn: async ({ signal }) =>
      leadListOf((await askAsAdmin<LeadListAnswer>(`${LEADS_PATH}?${asked}`, { signal })).result),
    staleTime: FRESH_MS,
    structuralSharing: false,
  });
}

/** After an outcome: the server tells from memory what became of the lead, and nothing else is read again. */
export function fetchLeadChanges(client: QueryClient) {
  void client.invalidateQueries({ queryKey: CHANGES_KEY });
  void client.invalidateQueries({ queryKey: NARROWED_KEY });
}
