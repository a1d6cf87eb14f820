import { type KnownLinks, linkName } from '../access/known-links.ts';
import { type LinkLookupContext, readContactId } from '../contact/read-contact-id.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { disconnectSignal } from '../http/disconnect-signal.ts';
import type { App } from '../http/typed-app.ts';
import { addressAsked, addressFound } from '../view-models/address.ts';
import type { AddressLookup } from './address-lookup.ts';

export interface AddressContext extends LinkLookupContext {
  knownLinks: KnownLinks;
  addressLookup: AddressLookup;
}

/** Street and city for who fills in their address. A link that was opened before costs no CRM call. */
export function addressRoutes(app: App, context: AddressContext): void {
  app.post(
    '/api/contacts/address',
    { config: { access: 'customer' }, schema: { body: addressAsked, response: { 200: addressFound } } },
    async ({ surveyHash, body }, reply) => {
      const link = linkName(surveyHash);
      if (!context.knownLinks.isKnown(link)) {
        await readContactId(context, crmOptionsFor('read', disconnectSignal(reply)), surveyHash);
      }
      return { result: true as const, address: await context.addressLookup.find(link, body) };
    },
  );
}
