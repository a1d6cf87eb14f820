import type { z } from 'zod';
import type { CallContext } from '../call-context.ts';
import type { Coql } from '../coql.ts';
import type { RecordShape } from '../shapes/read-record.ts';
import { type Access, recordsIn } from './records.ts';

export type QueryEndpoint = ReturnType<typeof queryEndpoint>;

/**
 * Rows of a COQL query. Reads the database itself, so unlike the search endpoint it sees a write at once (crm-api §3).
 * One call gives at most 2,000 rows, 200 when the query has no `limit`.
 */
export function queryEndpoint(access: Access) {
  return async <S extends RecordShape>(query: Coql, rowShape: S, context: CallContext): Promise<z.output<S>[]> => {
    const operation = `query.${query.module}`;
    const reply = await access.exchange(
      { operation, effect: 'read', method: 'POST', path: '/coql', json: { select_query: query.text } },
      context,
    );
    return recordsIn(access, rowShape, reply, query.module, operation);
  };
}
