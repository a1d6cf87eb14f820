import { createContext, use } from 'react';
import type { Contact } from '../../../bff/view-models/contact.ts';

export const ContactContext = createContext<Contact | null>(null);

/** The contact verified by the gate; null outside of it. */
export function useVisitorContact() {
  return use(ContactContext);
}

/** For screens behind the gate, where there always is one. */
export function useContact() {
  const contact = use(ContactContext);
  if (!contact) throw new Error('no contact: this screen is drawn outside the gate');
  return contact;
}
