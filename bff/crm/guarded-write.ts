import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { GuardedWrite, Written } from '../../crm-contract/endpoints/records.ts';
import { CrmError } from '../../crm-contract/errors.ts';

/** A change of a record that others edit too. */
export interface RecordChange<Found, Patch extends object> {
  /** The record, if it was just read: it saves the first read. */
  first?: Found;
  /** Reads the record with everything the decision needs. */
  read: (crmOptions: CrmCallOptions) => Promise<Found>;
  recordIn: (found: Found) => { Modified_Time: string | null };
  /** The fields to write, or null if nothing has to change. Throws a ProblemError to refuse. */
  decide: (found: Found) => Patch | null | Promise<Patch | null>;
  write: (found: Found, patch: Patch, guard: GuardedWrite) => Promise<Written>;
  /**
   * The decision does not depend on the read, so the second write is unguarded. The first is always guarded: a write
   * with a lost answer must not arrive late and overwrite a newer save.
   */
  lastWriterWins?: boolean;
  /** The error for the user if somebody keeps editing the record. */
  conflict: (now: Found, cause: CrmError) => Error;
}

interface RecordWriteResult<Found, Patch> {
  found: Found;
  /** What was written, with the new `Modified_Time`; null if nothing had to change. */
  written: (Patch & { Modified_Time: string | null }) | null;
}

const MOST_ATTEMPTS = 2;

/**
 * Reads, decides, writes the changed fields. After a 412 or a lost answer our own write may have succeeded, so the
 * record is read again: if it holds our values, the write succeeded. If a 412 came from another edit, `decide` runs
 * once more on the CRM's present state, because the CRM's own workflows change records too; `decide` refuses if the
 * edit matters (decision A3). A write whose outcome stays unknown is not repeated.
 */
export async function writeGuarded<Found, Patch extends object>(
  crmOptions: CrmCallOptions,
  { first, read, recordIn, decide, write, lastWriterWins = false, conflict }: RecordChange<Found, Patch>,
): Promise<RecordWriteResult<Found, Patch>> {
  let found = first ?? (await read(crmOptions));
  for (let attempt = 1; ; attempt += 1) {
    const patch = await decide(found);
    if (!patch || Object.keys(patch).length === 0) return { found, written: null };
    const isGuarded = !(lastWriterWins && attempt === MOST_ATTEMPTS);
    try {
      const { Modified_Time } = await write(found, patch, isGuarded ? unlessModified(recordIn(found)) : {});
      return { found, written: { ...patch, Modified_Time } };
    } catch (error) {
      if (!(error instanceof CrmError) || (error.kind !== 'conflict' && error.sent !== 'unknown')) throw error;
      found = await read(crmOptions).catch((again: unknown) => {
        throw again instanceof CrmError && error.sent === 'unknown' ? error : again;
      });
      const { Modified_Time } = recordIn(found);
      if (holds(recordIn(found), patch)) return { found, written: { ...patch, Modified_Time } };
      if (error.kind !== 'conflict') throw error;
      if (attempt === MOST_ATTEMPTS) throw conflict(found, error);
    }
  }
}

/** The guard that refuses a write if the record was modified since it was read; none without a readable time. */
export function unlessModified({ Modified_Time }: { Modified_Time: string | null }): GuardedWrite {
  return Modified_Time === null ? {} : { unmodifiedSince: Modified_Time };
}

/** Whether the record has all values of the patch. */
export function holds(record: object, patch: object): boolean {
  const held = record as Record<string, unknown>;
  return Object.entries(patch).every(([field, value]) => isSame(held[field] ?? null, value ?? null));
}

const MOMENT = /^\d{4}-\d\d-\d\dT/;

/** The CRM returns times in a time zone of its choice, and lookups with their name. */
function isSame(held: unknown, written: unknown): boolean {
  if (held === written) return true;
  if (typeof held === 'object' && typeof written === 'object') return idOf(held) === idOf(written);
  if (typeof held !== 'string' || typeof written !== 'string' || !MOMENT.test(held) || !MOMENT.test(written))
    return false;
  return Date.parse(held) === Date.parse(written);
}

const idOf = (lookup: unknown) => (lookup as { id?: unknown } | null)?.id ?? null;
