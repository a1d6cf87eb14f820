import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type {
  AdminContact,
  AdminContactAnswer,
  AdminDeal,
  ContactPhotosAnswer,
} from '../../../../bff/view-models/callcenter.ts';
import type { PresenceAnswer, TimelineAnswer } from '../../../../bff/view-models/timeline.ts';
import { newKey } from '../../../device/idempotency-key.ts';
import { type ReceivedFile, receivedFile } from '../../../device/received-file.ts';
import { ADMIN_QUERIES, askAsAdmin, CONTACTS_KEY, resultOf } from '../../ask-as-admin.ts';
import { fetchLeadChanges, leadListQuery } from '../../queue/lead-list.ts';

/** Shows within seconds what the customer and colleagues do, without a CRM call (decision J10). */
const PRESENCE_EVERY_MS = 5_000;

export function contactApiPath(contactId: string, part = '') {
  return `/api/admin/callcenter/contacts/${encodeURIComponent(contactId)}${part}`;
}

export function contactQuery(contactId: string) {
  return queryOptions({
    queryKey: [...CONTACTS_KEY, contactId],
    queryFn: ({ signal }) => resultOf<AdminContactAnswer>(contactApiPath(contactId), { signal }),
  });
}

/** The contact's history, newest first, and the changes that customers asked for per deal (decision J10). */
export function timelineQuery(contactId: string) {
  return queryOptions({
    queryKey: [...ADMIN_QUERIES, 'timeline', contactId],
    queryFn: ({ signal }) => resultOf<TimelineAnswer>(contactApiPath(contactId, '/timeline'), { signal }),
  });
}

export function photosQuery(contactId: string) {
  return queryOptions({
    queryKey: [...ADMIN_QUERIES, 'photos', contactId],
    queryFn: async ({ signal }) =>
      (await askAsAdmin<ContactPhotosAnswer>(contactApiPath(contactId, '/photos'), { signal })).photos,
  });
}

/** Never stale: a stored file never changes. Fetched as bytes, because an image element cannot send the password. */
export function photoQuery(contactId: string, photoId: string) {
  return queryOptions({
    queryKey: [...ADMIN_QUERIES, 'photos', contactId, photoId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      askAsAdmin<ReceivedFile>(contactApiPath(contactId, `/photos/${encodeURIComponent(photoId)}`), {
        signal,
        read: receivedFile,
      }),
  });
}

/** Reports regularly that this user has the lead open, and returns who else has it open. */
export function presenceQuery(contactId: string, ownerId: string | undefined) {
  return queryOptions({
    queryKey: [...ADMIN_QUERIES, 'presence', contactId, ownerId],
    queryFn: ({ signal }) => sayPresent(contactId, true, signal),
    refetchInterval: PRESENCE_EVERY_MS,
    // Another window may be in front during a call; the lead must stay claimed.
    refetchIntervalInBackground: true,
    gcTime: 0,
  });
}

/** The server frees a lead only when its last page is closed. */
const PAGE = newKey();

export function sayPresent(contactId: string, open: boolean, signal?: AbortSignal) {
  const path = contactApiPath(contactId, '/presence');
  return resultOf<PresenceAnswer>(path, { method: 'POST', body: { open, page: PAGE }, keepalive: !open, signal });
}

/**
 * Caches the contact that an action answered. The CRM confirmed the contact and its owner, so neither is refetched
 * (§7.4). After an outcome the list fetches only its changes; after any other action the whole list is read again.
 * If the panel knew the calls of a deal and the action did not read them, panel and timeline are read again, because an
 * outcome is compared only with calls that the panel knows.
 */
export function keepContact(client: QueryClient, contact: AdminContact, isOutcome: boolean) {
  const panel = contactQuery(contact.id);
  // A read in flight may be older than this answer, or newer: it is read again.
  const isReading = client.isFetching(panel) > 0;
  void client.cancelQueries(panel, { revert: false });
  const before = client.getQueryData(panel.queryKey)?.deals.filter(knowsCalls) ?? [];
  const isForgotten = before.some((deal) => contact.deals.some(({ id, ...now }) => id === deal.id && !knowsCalls(now)));
  client.setQueryData(panel.queryKey, contact);
  if (isReading || isForgotten) void client.invalidateQueries(panel);
  // After an outcome most users move on, so the timeline is refetched only if they stay (decision J12).
  outdateTimeline(client, contact.id, isOutcome && !isForgotten ? 'none' : 'active');
  if (isOutcome) fetchLeadChanges(client);
  else void client.invalidateQueries({ queryKey: leadListQuery.queryKey });
}

/** Whether the deal's version includes the calls, as decision I9 describes. */
function knowsCalls({ version }: Pick<AdminDeal, 'version'>) {
  return version?.includes('-c') === true;
}

/** Marks the timeline stale. A read in flight may be older than the action that does this: it starts again. */
export function outdateTimeline(client: QueryClient, contactId: string, refetchType: 'active' | 'none' = 'none') {
  const { queryKey } = timelineQuery(contactId);
  const isReading = client.isFetching({ queryKey }) > 0;
  void client.cancelQueries({ queryKey });
  void client.invalidateQueries({ queryKey, refetchType: isReading ? 'active' : refetchType });
}

export function fetchEverythingAgain(client: QueryClient, contactId: string) {
  fetchContactAgain(client, contactId);
  void client.invalidateQueries({ queryKey: leadListQuery.queryKey });
}

export function fetchContactAgain(client: QueryClient, contactId: string) {
  void client.invalidateQueries({ queryKey: contactQuery(contactId).queryKey });
  void client.invalidateQueries({ queryKey: timelineQuery(contactId).queryKey });
  // Only the list: a photo never changes.
  void client.invalidateQueries({ queryKey: photosQuery(contactId).queryKey, exact: true });
}
