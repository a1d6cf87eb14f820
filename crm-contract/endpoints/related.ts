import type { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import type { RecordShape } from '../shapes/read-record.ts';
import { type Access, fieldList, type RecordRef, recordPath, recordsIn } from './records.ts';

/** The related lists we read, by API name. Calls and Tasks contain open ones; closed ones are in lists of their own. */
type RelatedListName =
  | 'Attachments'
  | 'Calls'
  | 'Calls_History'
  | 'Deals'
  | 'Notes'
  | 'Products'
  | 'Tasks'
  | 'Tasks_History';

type RelatedListOptions = {
  /** Name in errors and reports; default `<list>.listFor`. */
  operation?: string;
  /** 'Created_Time' sorts newest first; the CRM's default order is by id, newest first. */
  sortBy?: 'Created_Time' | 'Modified_Time';
};

const PAGE_SIZE = 200;
/** 2,000 rows: more than any customer has, and the point from which the CRM requires page tokens. */
const MOST_PAGES = 10;

export type RelatedEndpoint = ReturnType<typeof relatedEndpoint>;

export function relatedEndpoint(access: Access) {
  return {
    /**
     * The records in a related list of `parent`, all pages up to 2,000 rows, each id once. The columns are those of
     * `shape`.
     */
    async list<S extends RecordShape>(
      parent: RecordRef,
      listName: RelatedListName,
      shape: S,
      context: CrmCallOptions,
      options: RelatedListOptions = {},
    ): Promise<z.output<S>[]> {
      const operation = options.operation ?? `${listName.toLowerCase()}.listFor`;
      const path = `${recordPath(parent, operation)}/${listName}`;
      const fixed: Record<string, string> = { fields: fieldList(shape), per_page: String(PAGE_SIZE) };
      if (options.sortBy) Object.assign(fixed, { sort_by: options.sortBy, sort_order: 'desc' });

      const rows: unknown[] = [];
      let position: Record<string, string> = {};
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const query = { ...fixed, ...position };
        const reply = await access.exchange({ operation, effect: 'read', method: 'GET', path, query }, context);
        rows.push(...reply.rows);
        if (!reply.more) break;
        // The CRM refuses a token together with a page number (crm-api §2.2).
        position = reply.nextPageToken === null ? { page: String(page + 1) } : { page_token: reply.nextPageToken };
      }
      const reply = { status: 200, rows, more: false, nextPageToken: null };
      return eachIdOnce(recordsIn(access, shape, reply, listName, operation, context));
    },
  };
}

/** A record that changes while pages are read can appear on two of them. */
export function eachIdOnce<T extends object>(records: T[]): T[] {
  const seen = new Set<unknown>();
  return records.filter((record) => {
    const id = (record as { id?: unknown }).id;
    if (id === undefined) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}
