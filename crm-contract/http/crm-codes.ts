import { z } from 'zod';
import { type CrmErrorKind, FORBIDDEN_CODES } from '../errors.ts';
import type { FailureClass } from './retry.ts';

/** One error of the CRM, flat or out of `data[]` (crm-api §7.1). */
const crmFault = z.object({
  code: z.string(),
  status: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type CrmFault = z.output<typeof crmFault>;

/**
 * The error in a body or item, if there is one. Checked by hand: most items hold none, and zod would cost as much as
 * for a record.
 */
export function faultOf(candidate: unknown): CrmFault | undefined {
  return typeof (Object(candidate) as { code?: unknown }).code === 'string'
    ? crmFault.safeParse(candidate).data
    : undefined;
}

type Meaning = { class: FailureClass; kind: CrmErrorKind };

/** The meaning of a code, whatever the HTTP status. A code that is not listed is a refused value. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['INVALID_TOKEN', { class: 'tokenRefused', kind: 'unauthorized' }],
  ['AUTHENTICATION_FAILURE', { class: 'tokenRefused', kind: 'unauthorized' }],
  ...FORBIDDEN_CODES.map((code): [string, Meaning] => [code, { class: 'rejected', kind: 'unauthorized' }]),
  ['TOO_MANY_REQUESTS', { class: 'throttled', kind: 'throttled' }],
  ['RATE_LIMIT_EXCEEDED', { class: 'throttled', kind: 'throttled' }],
  ['ALREADY_MODIFIED', { class: 'rejected', kind: 'conflict' }],
  ['DUPLICATE_DATA', { class: 'rejected', kind: 'duplicate' }],
  ['RECORD_LOCKED', { class: 'rejected', kind: 'locked' }],
  ['RECORD_IN_BLUEPRINT', { class: 'rejected', kind: 'locked' }],
  ['NOT_APPROVED', { class: 'rejected', kind: 'locked' }],
  ['NOT_REVIEWED', { class: 'rejected', kind: 'locked' }],
  ['RESOURCE_NOT_FOUND', { class: 'rejected', kind: 'not_found' }],
  ['INTERNAL_ERROR', { class: 'serverFault', kind: 'server' }],
  ['SERVICE_UNAVAILABLE', { class: 'serverFault', kind: 'server' }],
]);

export function meaningOf(fault: CrmFault): Meaning {
  if (fault.code === 'INVALID_DATA' && isAboutTheRecordItself(fault.details ?? {})) {
    return { class: 'rejected', kind: 'not_found' };
  }
  return MEANINGS.get(fault.code) ?? { class: 'rejected', kind: 'invalid' };
}

/** An unknown id: `resource_path_index` 1 in a path, `api_name` "id" in a body, but not the id inside a lookup. */
function isAboutTheRecordItself(details: Record<string, unknown>): boolean {
  if (details.resource_path_index === 1) return true;
  return details.api_name === 'id' && (details.json_path === undefined || details.json_path === '$.data[0].id');
}

/** The names of the fields an error mentions, including those of nested errors. */
export function fieldsNamedBy(fault: CrmFault): string[] {
  const details = fault.details ?? {};
  const nested = [details.errors, details.expected_fields].flatMap((list) => (Array.isArray(list) ? list : []));
  const own = [details.api_name, details.param_name, details.column_name].filter((name) => typeof name === 'string');
  return [
    ...own,
    ...nested.flatMap((item: unknown) => {
      const inner = faultOf(item);
      if (inner) return fieldsNamedBy(inner);
      const name = typeof item === 'object' && item !== null ? (item as Record<string, unknown>).api_name : undefined;
      return typeof name === 'string' ? [name] : [];
    }),
  ];
}
