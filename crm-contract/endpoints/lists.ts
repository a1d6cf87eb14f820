import { z } from 'zod';
import type { CrmCallOptions, MonotonicClock } from '../call-options.ts';
import type { Coql, LateCoql } from '../coql.ts';
import { CrmError } from '../errors.ts';
import { instant, type RecordShape, recordId } from '../shapes/read-record.ts';
import {
  type Access,
  fieldList,
  type ModuleName,
  type RecordRef,
  readPages,
  recordPath,
  recordsIn,
} from './records.ts';

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
      const query = {
        fields: fieldList(shape),
        ...(options.sortBy && { sort_by: options.sortBy, sort_order: 'desc' }),
      };
      const list = { operation, path: `${recordPath(parent, operation)}/${listName}`, query, module: listName };
      return eachIdOnce((await readPages(access, shape, list, context)).records);
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
    /** `isWhole` is false if the list was cut: with so many deletions, everything is read again. */
    async since(
      module: ModuleName,
      moment: string,
      context: CrmCallOptions,
    ): Promise<{ ids: string[]; isWhole: boolean }> {
      const list = {
        operation: 'deleted.since',
        module,
        path: `/${module}/deleted`,
        query: { type: 'all' },
        headers: { 'if-modified-since': moment },
      };
      const { records, isWhole } = await readPages(access, deletedShape, list, context, { page: '1' });
      return { ids: records.map(({ id }) => id), isWhole };
    },
  };
}
