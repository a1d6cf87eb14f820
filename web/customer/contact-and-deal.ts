import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Contact, Verified } from '../../bff/view-models/contact.ts';
import type { Deal, DealAnswer } from '../../bff/view-models/deal.ts';
import { isRequestFailed, mayPass, RequestFailed } from '../api/ask-bff.ts';
import { CONTACT_KEY, siteQuery, withRepeats } from '../api/query-client.ts';
import { confirmWrite, idempotencyKey, isUnconfirmed } from '../device/idempotency-key.ts';
import { askAsCustomer, currentVisitor } from './gate/visitor.ts';

/** Sends a customer's write under its idempotency key. It is not repeated after a later press of the same write. */
export async function sendPress<Answer>(
  write: string,
  body: unknown,
  send: (key: string) => Promise<Answer>,
  { repeats = true } = {},
) {
  const key = idempotencyKey(write, body);
  const isOutdated = () => !isUnconfirmed(write, key);
  const answer = await (repeats ? withRepeats(() => send(key), isOutdated) : send(key));
  // The answer of an earlier press confirms nothing about a later one.
  if (isUnconfirmed(write, key)) confirmWrite(write);
  return answer;
}

/** Contact, survey answers and deals of the survey hash, in one response (§7.2). */
export function contactQuery(surveyHash: string) {
  return queryOptions({
    queryKey: [...CONTACT_KEY, surveyHash],
    queryFn: async ({ signal }) => {
      const answer = await askAsCustomer<Verified>('/api/contacts/verify', { method: 'POST', body: {}, signal });
      if (answer.result !== true) throw new RequestFailed(404);
      return answer.contact;
    },
    staleTime: 60_000,
    // A refused link is checked again only if the visitor asks for it: the visitor may be typing in a form.
    retryOnMount: false,
    refetchOnWindowFocus: ({ state: { error } }) => !isRequestFailed(error) || mayPass(error),
  });
}

export const ContactContext = createContext<Contact | null>(null);

/** The contact verified by the gate; null outside it. */
export function useVisitorContact() {
  return use(ContactContext);
}

/** For screens inside the gate, where the contact is always known. */
export function useContact() {
  const contact = use(ContactContext);
  if (!contact) throw new Error('no contact: this screen is drawn outside the gate');
  return contact;
}

export function dealApiPath(dealId: string, action = '') {
  return `/api/contacts/deals/${encodeURIComponent(dealId)}${action}`;
}

export function dealQuery(dealId: string) {
  return queryOptions({
    queryKey: ['deal', dealId],
    queryFn: async ({ signal, client }) => {
      const { deal } = await askAsCustomer<DealAnswer>(dealApiPath(dealId), { signal });
      keepContact(client, deal);
      return deal;
    },
  });
}

/** Caches the deal that a write returned. */
export function keepDeal(client: QueryClient, deal: Deal) {
  const { queryKey } = dealQuery(deal.id);
  // A read in flight may be older than this answer.
  void client.cancelQueries({ queryKey }, { revert: false, silent: true });
  client.setQueryData(queryKey, deal);
  keepContact(client, deal);
}

/**
 * Copies the deal, and the contact details that came with it, into the cached contact: somebody may have changed them
 * since the contact was read. During a deployment, an answer from the previous version has no contact details.
 */
function keepContact(client: QueryClient, deal: Deal) {
  const { id, contact }: Pick<Deal, 'id'> & Partial<Deal> = deal;
  if (!contact) return;
  const { queryKey } = contactQuery(currentVisitor().surveyHash ?? '');
  // Keeps the time of the last read, because the other deals are as old as that. An answer about another visitor is
  // ignored.
  const { dataUpdatedAt } = client.getQueryState(queryKey) ?? {};
  const kept = (known: Contact) => {
    const deals = known.deals.map((each) => (each.id === id ? { ...each, ...deal } : each));
    return { ...known, ...contact, deals };
  };
  client.setQueryData(queryKey, (known) => (known?.id === contact.id ? kept(known) : undefined), {
    updatedAt: dataUpdatedAt,
  });
}

/** A refused write usually returns the current deal; a conflict without one triggers a refetch. */
export function keepDealOfRefusal(client: QueryClient, dealId: string, error: unknown) {
  if (!isRequestFailed(error)) return;
  // The portal file may have changed since the page was opened, for instance the images of the guarantees.
  if (error.problem?.error === 'quote_changed') void client.invalidateQueries(siteQuery);
  if (error.problem?.deal) keepDeal(client, error.problem.deal);
  else if (error.status === 409) void client.invalidateQueries({ queryKey: dealQuery(dealId).queryKey });
}

const WITHOUT_PHOTOS = new Set<Deal['status']>(['withdrawn', 'declined', 'ended']);

/** Whether anybody looks at photos of the meter cupboard for this deal. */
export function takesPhotos({ status, isLost }: Pick<Deal, 'status' | 'isLost'>) {
  return !isLost && !WITHOUT_PHOTOS.has(status);
}
