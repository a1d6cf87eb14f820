import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LeadCard, LeadChanges, LeadListAnswer } from '../../../bff/view-models/callcenter.ts';
import { isDue, isForLater, leadSearch, type SearchText } from '../../../bff/view-models/leads.ts';
import { ADMIN_QUERIES, askAsAdmin, LEADS_KEY, resultOf } from '../ask-as-admin.ts';
import { useNow } from '../layout/use-now.ts';

/** The first few thousand leads in calling order; `count` includes those beyond them. */
export type LeadList = LeadListAnswer['result'];

/** The list at a later moment: callbacks that fell due move to the end of the group "due". */
export function dueBy(list: LeadList, nowMs: number): LeadList {
  const isNowDue = (card: LeadCard) => isForLater(card) && Date.parse(card.callback ?? '') <= nowMs;
  if (!list.contacts.some(isNowDue)) return list;
  const due = list.contacts.filter(isNowDue).map((card) => ({ ...card, group: 'due' as const }));
  const before = list.contacts.filter(isDue);
  const after = list.contacts.filter((card) => !isDue(card) && !isNowDue(card));
  return { ...list, contacts: [...before, ...due, ...after] };
}

/** Applies colleagues' changes: removes closed leads and moves the others to their new position. */
export function withChanges(list: LeadList, { gone, changed }: LeadChanges): LeadList {
  const before = new Set(list.contacts.map(({ id }) => id));
  const closed = gone.filter((id) => before.has(id));
  if (closed.length === 0 && changed.length === 0) return list;
  const moved = new Set([...closed, ...changed.map(({ lead }) => lead.id)]);
  const contacts = list.contacts.filter(({ id }) => !moved.has(id));
  for (const { lead, after } of changed) contacts.splice(placeOf(contacts, lead, after), 0, lead);
  // The count of a partial list already includes the leads beyond its cards.
  const opened = isPartial(list) ? [] : changed.filter(({ lead }) => !before.has(lead.id));
  return { ...list, contacts, count: list.count - closed.length + opened.length };
}

/** Position after the given lead, or at the end of its group if that lead is not loaded. */
function placeOf(cards: readonly LeadCard[], { group }: LeadCard, after: string | null): number {
  if (after === null) return 0;
  const before = cards.findIndex(({ id }) => id === after);
  const last = before >= 0 ? before : cards.findLastIndex((card) => card.group === group);
  return last >= 0 ? last + 1 : cards.length;
}

/** Whether the server has more leads than the client: then the server searches. */
export function isPartial({ contacts, count }: LeadList): boolean {
  return count > contacts.length;
}

/** `texts`: the search text of each lead; not needed without a query. */
export function narrowed(
  { contacts }: LeadList,
  texts: readonly SearchText[],
  query: string,
  ownerId: string | undefined,
): readonly LeadCard[] {
  const mine = (card: LeadCard) => ownerId === undefined || isMine(card, ownerId);
  if (query === '') return contacts.filter(mine);
  const matches = leadSearch(query);
  return contacts.filter((card, index) => {
    const text = texts[index];
    return text !== undefined && matches(text) && mine(card);
  });
}

/** Whether the user owns the contact, or agreed its callback, whoever owns it (decision I8). */
function isMine({ owner, callbackOwner }: LeadCard, ownerId: string): boolean {
  return owner?.id === ownerId || callbackOwner?.id === ownerId;
}

const FRESH_MS = 60_000;
const INCOMPLETE_MS = 5_000;
const LEADS_PATH = '/api/admin/callcenter';

/** Leads in calling order (decision G1). */
export const leadListQuery = queryOptions({
  queryKey: LEADS_KEY,
  queryFn: ({ signal }) => resultOf<LeadListAnswer>(LEADS_PATH, { signal }),
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
    queryFn: ({ signal }) => resultOf<LeadListAnswer>(`${LEADS_PATH}?${asked}`, { signal }),
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
  const nowMs = useNow(TICK_MS);
  return useMemo(() => data && dueBy(changes ? withChanges(data, changes) : data, nowMs), [data, changes, nowMs]);
}
