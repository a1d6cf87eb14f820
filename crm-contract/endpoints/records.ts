import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { CrmError } from '../errors.ts';
import type { CrmRequest, Exchange } from '../http/exchange.ts';
import type { Reply, WrittenItem } from '../http/outcome.ts';
import { checkedId, type Drift, fieldsOf, RECORD_ID, type RecordShape, readRecords } from '../shapes/read-record.ts';

/** The modules this contract covers; API names are case-sensitive. */
export type ModuleName = 'Contacts' | 'Deals' | 'Products' | 'Tasks' | 'Calls' | 'Notes';

/** A record of a module, e.g. the parent of a note. */
export type RecordRef = { module: ModuleName; id: string };

/** The result of a write. Pass `Modified_Time` as `unmodifiedSince`; workflows may change it again (crm-api §2.6). */
export type Written = { id: string; Modified_Time: string | null };

export type GuardedWrite = {
  /**
   * The `Modified_Time` as read, in exactly the CRM's text; if the record changed since, the write fails as a conflict.
   */
  unmodifiedSince?: string;
};

/** Dependencies of every endpoint. */
export type Access = { exchange: Exchange; onDrift: (drift: Drift) => void };

/** `/Contacts/4150868000003194003`, with the id checked. */
export function recordPath(ref: RecordRef, operation: string): string {
  return `/${ref.module}/${checkedId(ref.id, operation)}`;
}

/** The rows of a reply as records. @throws CrmError malformed if a row is not a record */
export function recordsIn<S extends RecordShape>(
  access: Access,
  shape: S,
  reply: Reply,
  module: string,
  operation: string,
  context: CrmCallOptions,
): z.output<S>[] {
  const records = readRecords(shape, reply.rows, module, (drift) => {
    access.onDrift(drift);
    context.onDrift?.(drift);
  });
  if (records === null) throw new CrmError({ kind: 'malformed', operation, status: reply.status, sent: 'no' });
  return records;
}

/**
 * One record, or null if it does not exist (204, or an unknown id). Sends no `fields` parameter, so that a renamed
 * field reads as null instead of failing the whole record.
 */
export async function readRecord<S extends RecordShape>(
  access: Access,
  shape: S,
  ref: RecordRef,
  operation: string,
  context: CrmCallOptions,
): Promise<z.output<S> | null> {
  const request: CrmRequest = { operation, effect: 'read', method: 'GET', path: recordPath(ref, operation) };
  try {
    const reply = await access.exchange(request, context);
    return recordsIn(access, shape, reply, ref.module, operation, context)[0] ?? null;
  } catch (error) {
    if (error instanceof CrmError && error.kind === 'not_found') return null;
    throw error;
  }
}

/** A request for a list; `module` names its records in drifts. */
type ListRequest = Pick<CrmRequest, 'operation' | 'path' | 'query' | 'headers'> & { module: string };

export async function readPage<S extends RecordShape>(
  access: Access,
  shape: S,
  { module, ...request }: ListRequest,
  context: CrmCallOptions,
) {
  const reply = await access.exchange({ ...request, effect: 'read', method: 'GET' }, context);
  const { more, nextPageToken } = reply;
  return { records: recordsIn(access, shape, reply, module, request.operation, context), more, nextPageToken };
}

export const PAGE_SIZE = '200';
/** 2,000 rows: more than any customer has, and the point from which the CRM requires page tokens. */
const MOST_PAGES = 10;

/** All pages of a list, up to 2,000 rows; `isWhole` is false if there are more. `first` is the position of the first. */
export async function readPages<S extends RecordShape>(
  access: Access,
  shape: S,
  list: ListRequest,
  context: CrmCallOptions,
  first: Record<string, string> = {},
): Promise<{ records: z.output<S>[]; isWhole: boolean }> {
  const records: z.output<S>[] = [];
  let position = first;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = { ...list.query, per_page: PAGE_SIZE, ...position };
    const read = await readPage(access, shape, { ...list, query }, context);
    records.push(...read.records);
    if (!read.more) return { records, isWhole: true };
    // The CRM refuses a token together with a page number (crm-api §2.2).
    position = read.nextPageToken === null ? { page: String(page + 1) } : { page_token: read.nextPageToken };
  }
  return { records, isWhole: false };
}

/** Maximum number of records of one bulk read or write (crm-api §2.3). */
export const MOST_RECORDS = 100;

/** At most {@link MOST_RECORDS} records of a module by id; deleted ones are left out. */
export async function listByIds<S extends RecordShape>(
  access: Access,
  shape: S,
  module: ModuleName,
  ids: readonly string[],
  operation: string,
  context: CrmCallOptions,
): Promise<z.output<S>[]> {
  const query = { ids: ids.map((id) => checkedId(id, operation)).join(','), fields: fieldList(shape) };
  return (await readPage(access, shape, { operation, module, path: `/${module}`, query }, context)).records;
}

/** Changes the given fields of one record and no others. Workflows run. */
export async function updateRecord<S extends z.ZodType>(
  access: Access,
  patchShape: S,
  ref: RecordRef,
  patch: z.input<S>,
  operation: string,
  context: CrmCallOptions,
  guard: GuardedWrite = {},
): Promise<Written> {
  const request: CrmRequest = {
    operation,
    effect: 'repeatable',
    method: 'PUT',
    path: recordPath(ref, operation),
    headers: guardHeaders(guard, operation),
    json: JSON.stringify({ data: [checked(patchShape, patch, operation)] }),
  };
  return writtenIn(await access.exchange(request, context), operation);
}

/** The result for one record of a bulk write. `code` is null unless the CRM refused the record. */
type RecordResult = { id: string; code: string | null };

/**
 * Changes up to 100 records of a module, each by its own patch, and returns the result for each (crm-api §2.4). No
 * workflow runs. The guard applies to all of them.
 */
export async function updateRecords<S extends z.ZodType>(
  access: Access,
  patchShape: S,
  module: ModuleName,
  changes: readonly { id: string; patch: z.input<S> }[],
  operation: string,
  context: CrmCallOptions,
  guard: GuardedWrite = {},
): Promise<RecordResult[]> {
  const data = changes.map(({ id, patch }) => ({
    ...(checked(patchShape, patch, operation) as object),
    id: checkedId(id, operation),
  }));
  const request = { operation, effect: 'repeatable', method: 'PUT', headers: guardHeaders(guard, operation) } as const;
  const codes = await writeMany(access, request, module, data, context);
  return changes.map(({ id }, index) => ({ id, code: codes[index] ?? null }));
}

/** Writes many records of a module without workflows; returns for each the code of its refusal, or null. */
async function writeMany(
  access: Access,
  request: Pick<CrmRequest, 'operation' | 'effect' | 'method' | 'headers'>,
  module: ModuleName,
  data: readonly unknown[],
  context: CrmCallOptions,
): Promise<(string | null)[]> {
  const json = JSON.stringify({ data, trigger: [] });
  const { operation } = request;
  const { rows, status } = await access.exchange({ ...request, path: `/${module}`, json, isAboutMany: true }, context);
  // Results come in the order of the records; if their number differs, they cannot be matched.
  if (rows.length !== data.length) throw new CrmError({ kind: 'malformed', operation, status, sent: 'unknown' });
  return (rows as WrittenItem[]).map((item) => (item.status === 'success' ? null : item.code));
}

/** Creates one record under `path`. Not retried if it may have been created: the error then has `sent: 'unknown'`. */
export async function createRecord(
  access: Access,
  path: string,
  record: Readonly<Record<string, unknown>>,
  operation: string,
  context: CrmCallOptions,
): Promise<Written> {
  const json = JSON.stringify({ data: [record] });
  const request: CrmRequest = { operation, effect: 'once', method: 'POST', path, json };
  return writtenIn(await access.exchange(request, context), operation);
}

/**
 * Creates up to 100 records of a module; returns for each the code of its refusal, or null. No workflow runs. Not
 * retried if they may have been created.
 */
export async function createRecords<S extends z.ZodType>(
  access: Access,
  newShape: S,
  module: ModuleName,
  records: readonly z.input<S>[],
  operation: string,
  context: CrmCallOptions,
): Promise<(string | null)[]> {
  const data = records.map((record) => checked(newShape, record, operation));
  return writeMany(access, { operation, effect: 'once', method: 'POST' }, module, data, context);
}

/**
 * Deletes one record or attachment. "Not found" counts as deleted if an earlier attempt of this call may have deleted
 * it.
 */
export async function removeRecord(
  access: Access,
  path: string,
  operation: string,
  context: CrmCallOptions,
): Promise<void> {
  try {
    await access.exchange({ operation, effect: 'repeatable', method: 'DELETE', path }, context);
  } catch (error) {
    const doneBefore = error instanceof CrmError && error.kind === 'not_found' && error.sent === 'unknown';
    if (!doneBefore) throw error;
  }
}

/** Writes are strict: unknown keys and values of the wrong type are refused before anything is sent. */
export function checked<S extends z.ZodType>(shape: S, value: z.input<S>, operation: string): z.output<S> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')],
  );
  throw new CrmError({ kind: 'invalid', operation, fields: [...new Set(fields)], sent: 'no' });
}

/** The columns of a shape, for a `fields` parameter. */
export function fieldList(shape: RecordShape): string {
  return fieldsOf(shape).join(',');
}

const writtenDetails = z.object({ id: z.string().regex(RECORD_ID), Modified_Time: z.string().nullable().catch(null) });

/** @throws CrmError malformed with `sent: 'yes'` if the CRM confirmed the write without a record id */
export function writtenIn(reply: Reply, operation: string): Written {
  const details = writtenDetails.safeParse(reply.rows[0]);
  if (details.success) return details.data;
  throw new CrmError({ kind: 'malformed', operation, status: reply.status, sent: 'yes' });
}

function guardHeaders({ unmodifiedSince }: GuardedWrite, operation: string): Record<string, string> {
  if (unmodifiedSince === undefined) return {};
  if (!Number.isNaN(Date.parse(unmodifiedSince)) && /^[\d:TZ+.-]+$/.test(unmodifiedSince)) {
    return { 'if-unmodified-since': unmodifiedSince };
  }
  throw new CrmError({ kind: 'invalid', operation, fields: ['Modified_Time'], sent: 'no' });
}
