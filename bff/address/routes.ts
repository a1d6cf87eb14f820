import { linkName } from '../access/known-links.ts';
import { type LinkLookupContext, readContactId } from '../contact/read-contact.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import type { App } from '../http/typed-app.ts';
import { addressAsked, addressFound } from '../view-models/contact.ts';
import type { AddressLookup } from './address-lookup.ts';

export interface AddressContext extends LinkLookupContext {
  addressLookup: AddressLookup;
}

/** Looks up street and city while a customer enters their address; checking the link costs one CRM call. */
export function addressRoutes(app: App, context: AddressContext): void {
  app.post(
    '/api/contacts/address',
    { config: { access: 'customer' }, schema: { body: addressAsked, response: { 200: addressFound } } },
    async ({ surveyHash, body }, reply) => {
      // The only CRM call here: a replaced link must not look anything up.
      await readContactId(context, crmOptionsFor('read', disconnectSignal(reply)), surveyHash);
      return { result: true as const, address: await context.addressLookup.find(linkName(surveyHash), body) };
    },
  );
}
