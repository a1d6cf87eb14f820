import type { CrmCallOptions } from '../call-options.ts';
import { type ContactPatch, contactPatchWith, contactShape } from '../shapes/contact.ts';
import { dealShape } from '../shapes/deal.ts';
import { readTagPage } from './contact-tags.ts';
import { type Access, type GuardedWrite, readRecord, updateRecord, updateRecords } from './records.ts';
import type { RelatedEndpoint } from './related.ts';

export function contactsEndpoint(access: Access, related: RelatedEndpoint, extraFields: readonly string[]) {
  const patchShape = contactPatchWith(extraFields);

  return {
    read: (id: string, context: CrmCallOptions) =>
      readRecord(access, contactShape, { module: 'Contacts', id }, 'contacts.read', context),

    update: (id: string, patch: ContactPatch, context: CrmCallOptions, guard?: GuardedWrite) =>
      updateRecord(access, patchShape, { module: 'Contacts', id }, patch, 'contacts.update', context, guard),

    /** Changes up to 100 contacts at once, without workflows; returns the result for each. */
    updateMany: (
      changes: readonly { id: string; patch: ContactPatch }[],
      context: CrmCallOptions,
      guard?: GuardedWrite,
    ) => updateRecords(access, patchShape, 'Contacts', changes, 'contacts.updateMany', context, guard),

    /** All contacts with their tags, page by page; `modifiedSince` leaves out whom nobody touched after it. */
    tagPage: (from: { after: string | null; modifiedSince?: string }, context: CrmCallOptions) =>
      readTagPage(access, from, context),

    /** The deals of a contact, newest first. */
    deals: (contactId: string, context: CrmCallOptions) =>
      related.list({ module: 'Contacts', id: contactId }, 'Deals', dealShape, context, { operation: 'contacts.deals' }),
  };
}
