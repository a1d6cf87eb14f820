import type { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import type { Clock } from '../clock.ts';
import type { Coql } from '../coql.ts';
import { CrmError } from '../errors.ts';
import type { RecordShape } from '../shapes/read-record.ts';
import { type Access, recordsIn } from './records.ts';

export type QueryEndpoint = ReturnType<typeof queryEndpoint>;

/** How long an unknown column is left out before it is asked for again. */
const LEFT_OUT_MS = 5 * 60_000;

/**
 * The rows of a COQL query. COQL reads the database itself, so unlike the search endpoint it sees a write at once
 * (crm-api §3). One call returns at most 2,000 rows, 200 when the query has no `limit`.
 *
 * COQL refuses the whole query when one column was renamed or removed. Such a column is left out and reads as absent,
 * as it would in a record read by id. A column that the query also filters or sorts by cannot be left out: that is an
 * error.
 */
export function queryEndpoint(access: Access, clock: Clock) {
  const unknown = new Map<string, number>();
  const isLeftOut = (key: string) => {
    const since = unknown.get(key);
    return since !== undefined && clock.now() - since < LEFT_OUT_MS;
  };

  /** Of `mustHave` no column is left out: a refusal of one is the caller's to deal with. */
  return async <S extends RecordShape>(
    asked: Coql,
    rowShape: S,
    context: CrmCallOptions,
    mustHave: readonly string[] = [],
  ): Promise<z.output<S>[]> => {
    const { module } = asked;
    const operation = `query.${module}`;
    let query = asked;
    for (const key of unknown.keys()) {
      const [ofModule, column = ''] = key.split(' ');
      if (ofModule === module && isLeftOut(key) && !mustHave.includes(column)) query = query.without(column) ?? query;
    }
    for (;;) {
      try {
        const json = JSON.stringify({ select_query: query.text });
        const reply = await access.exchange(
          { operation, effect: 'read', method: 'POST', path: '/coql', json },
          context,
        );
        return recordsIn(access, rowShape, reply, module, operation, context);
      } catch (error) {
        const column = unknownColumnIn(error);
        if (column === null || mustHave.includes(column)) throw error;
        const rest = query.without(column);
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
