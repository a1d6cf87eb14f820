import { z } from 'zod';
import type { CrmCallOptions, MonotonicClock } from '../call-options.ts';
import type { Coql, LateCoql } from '../coql.ts';
import { CrmError } from '../errors.ts';
import { instant, type RecordShape, recordId } from '../shapes/read-record.ts';
import { type Access, fieldList, type ModuleName, type RecordRef, recordPath, recordsIn } from './records.ts';

export type QueryEndpoint = ReturnType<typeof queryEndpoint>;

/** How long an unknown column is left out before it is tried again. */
const LEFT_OUT_MS = 5 * 60_000;

/**
 * The rows of a COQL query. COQL reads the database itself, so unlike the search endpoint it sees writes at once
 * (crm-api §3). One call returns at most 2,000 rows, 200 if the query has no `limit`.
 *
 * COQL refuses the whole query if one column was renamed or removed. Such a column is left out and reads as absent, as
 * in a record read by id. A column that the query also filters or sorts by cannot be left out: that is an error.
 */
export function queryEndpoint(access: Access, clock: MonotonicClock) {
  const unknown = new Map<string, number>();
  const isLeftOut = (key: string) => {
    const since = unknown.get(key);
    return since !== undefined && clock.now() - since < LEFT_OUT_MS;
  };

  function withoutUnknown(asked: Coql, mustHave: readonly string[]): Coql {
    let query = asked;
    for (const key of unknown.keys()) {
      const [ofModule, column = ''] = key.split(' ');
      const isKept = ofModule !== asked.module || mustHave.includes(column) || !isLeftOut(key);
      if (!isKept) query = query.without(column) ?? query;
    }
    return query;
  }

  /** Columns in `mustHave` are never left out: the caller handles a refusal of one. */
  return async <S extends RecordShape>(
    asked: Coql | LateCoql,
    rowShape: S,
    context: CrmCallOptions,
    mustHave: readonly string[] = [],
  ): Promise<z.output<S>[]> => {
    const { module } = asked;
    const operation = `query.${module}`;
    let query: Coql | undefined;
    const write = () => {
      query ??= withoutUnknown('write' in asked ? asked.write() : asked, mustHave);
      return query;
    };
    for (;;) {
      try {
        const written = () => JSON.stringify({ select_query: write().text });
        const json = 'write' in asked ? written : written();
        const reply = await access.exchange(
          { operation, effect: 'read', method: 'POST', path: '/coql', json },
          context,
        );
        return recordsIn(access, rowShape, reply, module, operation, context);
      } catch (error) {
        const column = unknownColumnIn(error);
        if (column === null || mustHave.includes(column)) throw error;
        const rest = write().without(column);
        if (rest === null) {
          access.onDrift({ module, id: null, field: column, problem: 'absent' });
          throw error;
        }
        unknown.set(`${module} ${column}`, clock.now());
        query = rest;
      }
    }
  };
}

function unknownColumnIn(error: unknown): string | null {
  if (!(error instanceof CrmError) || error.code !== 'INVALID_QUERY') return null;
  return error.fields?.[0] ?? null;
}

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
/** 2,000 rows: more than any customer has, and the point from which the CRM requires page tokens. With more deletions
 * between two reads, everything is read again. */
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

const deletedShape = z.object({ id: recordId, deleted_time: instant });

/** Ids of a module's records that were deleted, or merged into another, since a given time. */
export function deletedEndpoint(access: Access) {
  return {
    /** `isWhole` is false if the list was cut. */
    async since(
      module: ModuleName,
      moment: string,
      context: CrmCallOptions,
    ): Promise<{ ids: string[]; isWhole: boolean }> {
      const operation = 'deleted.since';
      const ids: string[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const reply = await access.exchange(
          {
            operation,
            effect: 'read',
            method: 'GET',
            path: `/${module}/deleted`,
            query: { type: 'all', page: String(page), per_page: String(PAGE_SIZE) },
            headers: { 'if-modified-since': moment },
          },
          context,
        );
        ids.push(...recordsIn(access, deletedShape, reply, module, operation, context).map(({ id }) => id));
        if (!reply.more) return { ids, isWhole: true };
      }
      return { ids, isWhole: false };
    },
  };
}
