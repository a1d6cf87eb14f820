import { z } from 'zod';
import { type CrmErrorKind, FORBIDDEN_CODES } from '../errors.ts';
import type { Effect, Failure, FailureClass } from './retry.ts';
import type { WireAnswer, WireFailure } from './send.ts';

/**
 * The content of a successful answer: the records of a read, the bytes of a file, the `details` of a single write, or
 * the items of a bulk write, including refused ones.
 */
export type Reply = {
  status: number;
  rows: readonly unknown[];
  more: boolean;
  nextPageToken: string | null;
};

/** The parts of the request that affect the interpretation of the answer. */
type Asked = { effect: Effect; isAboutMany?: true; isForFile?: true };

/** Interprets the raw answer: a reply, or a failure with its class for the retry table. */
export function outcomeOf(
  answer: WireAnswer | WireFailure,
  { effect, isAboutMany, isForFile }: Asked,
): Reply | Failure {
  if ('failed' in answer) return brokenOff(answer);
  const { status } = answer;
  // The content of a file is never a CRM error.
  if (isForFile && status === 200) return { ...nothing(status), rows: [answer.bytes] };
  const body = parsed(answer.text);
  const items = isAboutMany ? z.array(item).safeParse(listIn(body)) : undefined;
  if (items?.success) return { ...nothing(status), rows: items.data };
  const fault = faultIn(body, status, effect);
  if (fault) return refused(fault, answer, effect);
  if (status === 429) return throttled(answer, { status });
  if (status === 401) return { class: 'tokenRefused', kind: 'unauthorized', status };
  if (status === 412) return { class: 'rejected', kind: 'conflict', status };
  if (status >= 500) return { class: 'serverFault', kind: 'server', status };
  // Nothing has changed since the given time.
  if (status === 304 && effect === 'read') return nothing(status);
  if (status >= 300) return { class: 'unexpectedResponse', kind: 'malformed', status };
  if (effect !== 'read') return confirmedBy(body, status);
  return status === 204 ? nothing(status) : rowsOf(body, status);
}

function brokenOff({ failed, started, code }: WireFailure): Failure {
  if (failed === 'oversized') return { class: 'unexpectedResponse', kind: 'malformed' };
  return { class: started ? 'lost' : 'neverSent', kind: failed === 'timeout' ? 'timeout' : 'unreachable', code };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The error in a body, flat or as the item of a write; a 2xx can contain either (crm-api §8.4). The rows of a
 * successful read are records, whatever their field names.
 */
function faultIn(body: unknown, status: number, effect: Effect): CrmFault | undefined {
  const candidates = status >= 300 || effect !== 'read' ? [body, ...itemsOf(body)] : [body];
  return candidates
    .map(faultOf)
    .find((fault) => fault && (fault.status === 'error' || (fault.status === undefined && status >= 300)));
}

function refused(fault: CrmFault, answer: WireAnswer, effect: Effect): Failure {
  const { status } = answer;
  const facts = { status, code: fault.code, fields: fieldsNamedBy(fault) };
  const meaning = meaningOf(fault);
  if (status === 429 || meaning.class === 'throttled') return throttled(answer, facts);
  if (status >= 500) return { ...facts, class: 'serverFault', kind: 'server' };
  // A read contains no user input, so an invalid value is our mistake.
  return { ...facts, ...meaning, kind: effect === 'read' && meaning.kind === 'invalid' ? 'refused' : meaning.kind };
}

/** The price of the most expensive call, a mail: with fewer credits left, a 429 is about credits, not concurrency. */
const LAST_CREDITS = 20;
/** Credits return gradually, each 24 hours after it was spent. */
export const CREDITS_RETRY_AFTER_MS = 5 * 60_000;

function throttled(answer: WireAnswer, facts: Pick<Failure, 'status' | 'code' | 'fields'>): Failure {
  const isQuotaExhausted = answer.creditsLeft !== null && Number(answer.creditsLeft) < LAST_CREDITS;
  if (isQuotaExhausted)
    return { ...facts, class: 'quotaExhausted', kind: 'spent', retryAfterMs: CREDITS_RETRY_AFTER_MS };
  return { ...facts, class: 'throttled', kind: 'throttled', retryAfterMs: waitAskedFor(answer) };
}

/** `Retry-After` in seconds; undocumented for this API, honoured when present (crm-api §6). */
function waitAskedFor({ retryAfter }: WireAnswer): number | undefined {
  return retryAfter !== null && /^\d{1,5}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : undefined;
}

const nothing = (status: number): Reply => ({ status, rows: [], more: false, nextPageToken: null });
const invalidBody = (status: number): Failure => ({ class: 'invalidBody', kind: 'malformed', status });

function rowsOf(body: unknown, status: number): Reply | Failure {
  const items = listIn(body);
  if (items === undefined) return invalidBody(status);
  const info = Object((body as { info?: unknown }).info) as Record<string, unknown>;
  const { more_records: more, next_page_token: token } = info;
  return { status, rows: items, more: more === true, nextPageToken: typeof token === 'string' ? token : null };
}

/** The result for one record of a write. */
const item = z.object({ status: z.enum(['success', 'error']), code: z.string() });
export type WrittenItem = z.output<typeof item>;
const confirmation = z.object({ status: z.literal('success'), details: z.unknown().optional() });

/** A single write succeeded if there is exactly one item with status success. */
function confirmedBy(body: unknown, status: number): Reply | Failure {
  const items = listIn(body) ?? [body];
  const confirmed = items.length === 1 ? confirmation.safeParse(items[0]).data : undefined;
  return confirmed ? { ...nothing(status), rows: [confirmed.details] } : invalidBody(status);
}

const itemsOf = (body: unknown): readonly unknown[] => listIn(body) ?? [];

/** Lists are under `data`; users, tags and settings under their own name (crm-api §7.1). */
function listIn(body: unknown): readonly unknown[] | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const found = LISTS.map((name) => (body as Record<string, unknown>)[name]);
  return found.find((list) => Array.isArray(list));
}

const LISTS = [
  ...['data', 'users', 'tags', 'fields', 'layouts', 'modules', 'pipeline', 'from_addresses', 'related_lists'],
  ...['blueprints', 'record_locking_configurations'],
];

/** One CRM error, flat or from `data[]` (crm-api §7.1). */
const crmFault = z.object({
  code: z.string(),
  status: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
type CrmFault = z.output<typeof crmFault>;

/**
 * The error in a body or item, if any. Its `code` is checked without zod first: most items have no error, and zod would
 * cost as much as for a record.
 */
function faultOf(candidate: unknown): CrmFault | undefined {
  return typeof (Object(candidate) as { code?: unknown }).code === 'string'
    ? crmFault.safeParse(candidate).data
    : undefined;
}

type Meaning = { class: FailureClass; kind: CrmErrorKind };

/** The meaning of a code, independent of the HTTP status. An unlisted code means a refused value. */
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

function meaningOf(fault: CrmFault): Meaning {
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

/** The field names in an error, including nested errors. */
function fieldsNamedBy(fault: CrmFault): string[] {
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
