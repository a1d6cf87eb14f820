import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { recordId, tagNames, text } from '../shapes/tolerant.ts';
import { type Access, fieldList, recordsIn } from './records.ts';

const taggedShape = z.object({ id: recordId, Tag: tagNames, Phone: text });
export type TaggedContact = z.output<typeof taggedShape>;

/** One page of all contacts with their tags and numbers, and where the next begins; null after the last. */
export type TagPage = { contacts: readonly TaggedContact[]; next: string | null };

const PAGE_SIZE = 200;

/** The contacts one page after another: the list of a module is the documented way to read tags of many. */
export async function readTagPage(
  access: Access,
  { after, modifiedSince }: { after: string | null; modifiedSince?: string },
  context: CrmCallOptions,
): Promise<TagPage> {
  const operation = 'contacts.tagPage';
  const reply = await access.exchange(
    {
      operation,
      effect: 'read',
      method: 'GET',
      path: '/Contacts',
      query: {
        fields: fieldList(taggedShape),
        per_page: String(PAGE_SIZE),
        ...(after !== null && { page_token: after }),
      },
      ...(modifiedSince !== undefined && { headers: { 'if-modified-since': modifiedSince } }),
    },
    context,
  );
  const contacts = recordsIn(access, taggedShape, reply, 'Contacts', operation, context);
  return { contacts, next: reply.more ? reply.nextPageToken : null };
}
