import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { columns, coql, FittingPage, oneOf } from '../coql.ts';
import { type ContactPatch, contactPatchWith, contactShape } from '../shapes/contact.ts';
import { type DealPatch, dealPatch, dealShape, largeTextsShape } from '../shapes/deal.ts';
import { type NewProduct, newProduct, PRODUCT_CATEGORIES, productShape } from '../shapes/product.ts';
import { fieldsOf, RECORD_ID, recordId, tagNames, text } from '../shapes/read-record.ts';
import type { QueryEndpoint, RelatedEndpoint } from './lists.ts';
import {
  type Access,
  checked,
  createRecord,
  createRecords,
  fieldList,
  type GuardedWrite,
  listByIds,
  PAGE_SIZE,
  type RecordRef,
  readPage,
  readRecord,
  recordPath,
  removeRecord,
  updateRecord,
  updateRecords,
} from './records.ts';

export function contactsEndpoint(access: Access, related: RelatedEndpoint, extraFields: readonly string[]) {
  const patchShape = contactPatchWith(extraFields);

  return {
    read: (id: string, context: CrmCallOptions) =>
      readRecord(access, contactShape, { module: 'Contacts', id }, 'contacts.read', context),

    update: (id: string, patch: ContactPatch, context: CrmCallOptions, guard?: GuardedWrite) =>
      updateRecord(access, patchShape, { module: 'Contacts', id }, patch, 'contacts.update', context, guard),

    /** Changes up to 100 contacts at once, without workflows; returns each result. */
    updateMany: (
      changes: readonly { id: string; patch: ContactPatch }[],
      context: CrmCallOptions,
      guard?: GuardedWrite,
    ) => updateRecords(access, patchShape, 'Contacts', changes, 'contacts.updateMany', context, guard),

    /** All contacts with their tags, page by page; with `modifiedSince` only those modified after it. */
    tagPage: (from: { after: string | null; modifiedSince?: string }, context: CrmCallOptions) =>
      readTagPage(access, from, context),

    /** The deals of a contact, newest first. */
    deals: (contactId: string, context: CrmCallOptions) =>
      related.list({ module: 'Contacts', id: contactId }, 'Deals', dealShape, context, { operation: 'contacts.deals' }),
  };
}

const taggedShape = z.object({ id: recordId, Tag: tagNames, Phone: text });
type TaggedContact = z.output<typeof taggedShape>;

/** One page of all contacts with tags and numbers. `next` is the start of the next page, null after the last. */
type TagPage = { contacts: readonly TaggedContact[]; next: string | null };

/** Reads contacts page by page: a module's list is the documented way to read many contacts' tags. */
async function readTagPage(
  access: Access,
  { after, modifiedSince }: { after: string | null; modifiedSince?: string },
  context: CrmCallOptions,
): Promise<TagPage> {
  const list = {
    operation: 'contacts.tagPage',
    module: 'Contacts',
    path: '/Contacts',
    query: { fields: fieldList(taggedShape), per_page: PAGE_SIZE, ...(after !== null && { page_token: after }) },
    ...(modifiedSince !== undefined && { headers: { 'if-modified-since': modifiedSince } }),
  };
  const { records, more, nextPageToken } = await readPage(access, taggedShape, list, context);
  return { contacts: records, next: more ? nextPageToken : null };
}

export function tagsEndpoint(access: Access) {
  async function change(action: 'add' | 'remove', ref: RecordRef, names: readonly string[], context: CrmCallOptions) {
    const operation = `tags.${action}`;
    const path = `${recordPath(ref, operation)}/actions/${action}_tags`;
    const json = JSON.stringify({
      tags: names.map((name) => ({ name })),
      ...(action === 'add' ? { over_write: false } : {}),
    });
    // Repeatable although it is a POST: adding a tag twice has no further effect.
    await access.exchange({ operation, effect: 'repeatable', method: 'POST', path, json }, context);
  }

  return {
    add: (ref: RecordRef, names: readonly string[], context: CrmCallOptions) => change('add', ref, names, context),
    remove: (ref: RecordRef, names: readonly string[], context: CrmCallOptions) =>
      change('remove', ref, names, context),
  };
}

export function dealsEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    read: (id: string, context: CrmCallOptions) =>
      readRecord(access, dealShape, { module: 'Deals', id }, 'deals.read', context),

    /** The large texts of at most 100 deals. */
    readTexts: (ids: readonly string[], context: CrmCallOptions) =>
      listByIds(access, largeTextsShape, 'Deals', ids, 'deals.readTexts', context),

    update: (id: string, patch: DealPatch, context: CrmCallOptions, guard?: GuardedWrite) =>
      updateRecord(access, dealPatch, { module: 'Deals', id }, patch, 'deals.update', context, guard),

    /** The products linked to a deal. The link has no quantity or price of its own (crm-api §4.5). */
    products: (dealId: string, context: CrmCallOptions) =>
      related.list({ module: 'Deals', id: dealId }, 'Products', productShape, context, { operation: 'deals.products' }),
  };
}

const CATEGORIES = Object.keys(PRODUCT_CATEGORIES);

export function productsEndpoint(access: Access, query: QueryEndpoint) {
  const page = new FittingPage();

  return {
    read: (id: string, context: CrmCallOptions) =>
      readRecord(access, productShape, { module: 'Products', id }, 'products.read', context),

    /** Creates up to 100 products; returns for each the code of its refusal, or null. */
    createMany: (products: readonly NewProduct[], context: CrmCallOptions) =>
      createRecords(access, newProduct, 'Products', products, 'products.createMany', context),

    /** All active products of a quote's categories, in no particular order: a catalogue may have many others. */
    listActive: async (context: CrmCallOptions) => {
      const ask = (limit: number) =>
        query(
          coql`select ${columns(fieldsOf(productShape))} from Products
            where (Product_Active = true and Product_Category in ${oneOf(CATEGORIES)}) limit ${limit}`,
          productShape,
          context,
        );
      return (await page.read(ask)).rows;
    },
  };
}

const reference = z.strictObject({ id: z.string().regex(RECORD_ID) });
const name = z.string().min(1).max(80);

/** Fields for test records of `crm:check`; the portal itself creates neither contacts nor deals. */
const NEW = {
  Contacts: z.strictObject({ Last_Name: name, Layout: reference.optional() }),
  Deals: z.strictObject({
    Deal_Name: name,
    Stage: name,
    Pipeline: name.optional(),
    Closing_Date: z.iso.date(),
    Layout: reference.optional(),
    Contact_Name: reference,
  }),
};
type NewTestRecord = { [Module in keyof typeof NEW]: z.input<(typeof NEW)[Module]> };

export function testRecordsEndpoint(access: Access) {
  return {
    create: <Module extends keyof typeof NEW>(
      module: Module,
      record: NewTestRecord[Module],
      context: CrmCallOptions,
    ) => {
      const operation = 'testRecords.create';
      const values = checked(NEW[module] as z.ZodType<object, object>, record, operation);
      return createRecord(access, `/${module}`, { ...values }, operation, context);
    },

    /** Deletes the record, with its attachments. */
    remove: (ref: RecordRef & { module: keyof typeof NEW }, context: CrmCallOptions) =>
      removeRecord(access, recordPath(ref, 'testRecords.remove'), 'testRecords.remove', context),
  };
}
