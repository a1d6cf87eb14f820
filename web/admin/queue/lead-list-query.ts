import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { LeadChanges, LeadListAnswer } from '../../../bff/view-models/callcenter.ts';
import { ADMIN_QUERIES, askAsAdmin, LEADS_KEY } from '../ask-as-admin.ts';
import { dueBy, leadListOf, withChanges } from './lead-list.ts';

const FRESH_MS = 60_000;
const INCOMPLETE_MS = 5_000;
const LEADS_PATH = '/api/admin/callcenter';

/** Leads in calling order (decision G1). */
export const leadListQuery = queryOptions({
  queryKey: LEADS_KEY,
  queryFn: async ({ signal }) => leadListOf((await askAsAdmin<LeadListAnswer>(LEADS_PATH, { signal })).result),
  staleTime: FRESH_MS,
  // Poll while the server is still loading all leads; it answers from memory.
  refetchInterval: ({ state }) => (state.data?.known === undefined ? false : INCOMPLETE_MS),
  // Comparing thousands of cards costs more than replacing them.
  structuralSharing: false,
});

/** Shows colleagues' outcomes within half a minute; the server answers from memory (decision I9). */
const CHANGES_EVERY_MS = 20_000;

const CHANGES_KEY = [...ADMIN_QUERIES, 'changes'] as const;
const NARROWED_KEY = [...LEADS_KEY, 'narrowed'] as const;

function changesQuery(readAt: string) {
  return queryOptions({
    queryKey: [...CHANGES_KEY, readAt],
    queryFn: ({ signal }) =>
      askAsAdmin<LeadChanges>(`${LEADS_PATH}/changes?${new URLSearchParams({ since: readAt })}`, { signal }),
    refetchInterval: CHANGES_EVERY_MS,
    gcTime: 0,
    retry: false,
  });
}

/** The list filtered by the server, for lists longer than the screen holds. */
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

/** After an outcome: the server knows the change from memory, so nothing else is refetched. */
export function fetchLeadChanges(client: QueryClient) {
  void client.invalidateQueries({ queryKey: CHANGES_KEY });
  void client.invalidateQueries({ queryKey: NARROWED_KEY });
}

const TICK_MS = 10_000;

/**
 * The list, updated with callbacks that fell due and outcomes that colleagues recorded since. An idle screen stays
 * current without any CRM call.
 */
export function useLeadList() {
  const { data } = useQuery(leadListQuery);
  const { data: changes } = useQuery({ ...changesQuery(data?.readAt ?? ''), enabled: data !== undefined });
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return useMemo(() => data && dueBy(changes ? withChanges(data, changes) : data, nowMs), [data, changes, nowMs]);
}
