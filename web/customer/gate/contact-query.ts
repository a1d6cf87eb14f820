import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';
import type { Contact, Verified } from '../../../bff/view-models/contact.ts';
import { RequestFailed } from '../../api/problem.ts';
import { askAsCustomer } from '../ask-as-customer.ts';

/** Contact, survey answers and deals of the survey hash, in one response (§7.2). */
export function contactQuery(surveyHash: string) {
  return queryOptions({
    queryKey: ['contact', surveyHash],
    queryFn: async ({ signal }) => {
      const answer = await askAsCustomer<Verified>('/api/contacts/verify', { method: 'POST', body: {}, signal });
      if (answer.result !== true) throw new RequestFailed(404);
      return answer.contact;
    },
    staleTime: 60_000,
    // A link that the server already refused is checked again only on the visitor's request.
    retryOnMount: false,
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
