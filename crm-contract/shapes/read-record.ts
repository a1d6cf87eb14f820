import { z } from 'zod';
import { CrmError } from '../errors.ts';

/** A zod object of tolerant fields; unknown keys are stripped. */
export type RecordShape = z.ZodObject<z.ZodRawShape>;

/** A field that could not be read as its type. Names only: the value may be personal. */
export type Drift = {
  module: string;
  /** The record with the field. */
  id: string | null;
  field: string;
  problem: 'absent' | 'unreadable';
};

/** The API names a shape reads, which are also the columns to request. */
export function fieldsOf(shape: RecordShape): readonly string[] {
  return Object.keys(shape.shape);
}

/**
 * Reads the rows of one answer; reports each field that is missing or unreadable.
 *
 * @returns the records, or null if a row is not a record (no object, or no id)
 */
export function readRecords<S extends RecordShape>(
  shape: S,
  rows: readonly unknown[],
  module: string,
  onDrift: (drift: Drift) => void,
): z.output<S>[] | null {
  const fields = fieldsOf(shape);
  const joined = fields.filter((field) => field.includes('.'));
  const records: z.output<S>[] = [];
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) return null;
    const raw = withDottedKeys(row as Record<string, unknown>, joined);
    const parsed = shape.safeParse(raw);
    if (!parsed.success) return null;
    for (const field of fields) {
      const problem = driftOf(raw[field], parsed.data[field]);
      if (problem !== null) onDrift({ module, id: typeof raw.id === 'string' ? raw.id : null, field, problem });
    }
    records.push(parsed.data);
  }
  return records;
}

function driftOf(value: unknown, read: unknown): Drift['problem'] | null {
  // JSON has no `undefined`, so the key is missing.
  if (value === undefined) return 'absent';
  // Fast path: most fields have a value.
  if (read !== null) return null;
  const blank = value === null || (typeof value === 'string' && value.trim() === '');
  return blank ? null : 'unreadable';
}

/**
 * The format of joined columns in COQL is not confirmed (crm-api §3.2): `"Contact_Name.First_Name"` as one key is
 * expected, a nested object is accepted.
 */
function withDottedKeys(row: Record<string, unknown>, joined: readonly string[]): Record<string, unknown> {
  let flat = row;
  for (const field of joined) {
    if (Object.hasOwn(row, field)) continue;
    const dot = field.indexOf('.');
    const parent = row[field.slice(0, dot)];
    const column = field.slice(dot + 1);
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, column)) continue;
    if (flat === row) flat = { ...row };
    flat[field] = (parent as Record<string, unknown>)[column];
  }
  return flat;
}

/** A record id: 18 or 19 digits, always text because it exceeds a JavaScript number. */
export const RECORD_ID = /^\d{15,20}$/;

/** Returns `id`, or throws `CrmError` invalid before any URL is built from it. */
export function checkedId(id: string, operation: string): string {
  if (typeof id === 'string' && RECORD_ID.test(id)) return id;
  throw new CrmError({ kind: 'invalid', operation, fields: ['id'], sent: 'no' });
}

/** Compares ids, which exceed a JavaScript number: the older record comes first. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Building blocks for reading records. People and workflows change the CRM's data, so every block accepts values that
 * still make sense and reads anything else, or a missing key, as null. Only `recordId` refuses.
 */

// A plain transform accepts a missing key, unlike `unknown()`, and is three times as fast as one behind another schema.
export const reading = <T>(read: (raw: unknown) => T | null) => z.transform(read);

/**
 * Text as stored, without unpaired surrogates, which a URL cannot contain; a number becomes its digits; blank is null.
 */
export const text = reading((raw) => {
  if (typeof raw === 'number' && Number.isFinite(raw)) return String(raw);
  return typeof raw === 'string' && raw.trim() !== '' ? raw.toWellFormed() : null;
});

/**
 * Text of a single-line field: an API or an import may insert line breaks, which would break the lines of a mail or a
 * note.
 */
export const line = reading((raw) => text.parse(raw)?.replace(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' ') ?? null);

/** Text that holds JSON; an object, as some organisations return it, is serialised. */
export const jsonText = reading((raw) => {
  if (typeof raw === 'object' && raw !== null) return serialised(raw);
  return typeof raw === 'string' && raw.trim() !== '' ? raw : null;
});

/** Null if the value is nested too deeply: JSON.parse reads it, but JSON.stringify overflows the stack. */
function serialised(value: object): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** A number: 12.5, "12.5", "12,5", "1.250,00". An ambiguous text ("1.250") is null. */
export const amount = reading((raw) => {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  return typeof raw === 'string' ? parseAmount(raw) : null;
});

/** A whole number of zero or more: 12 or "12". */
export const count = reading((raw) => {
  const value = typeof raw === 'string' && /^\s*\d{1,15}\s*$/.test(raw) ? Number(raw) : raw;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
});

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [1, true],
  ['1', true],
  [false, false],
  ['false', false],
  [0, false],
  ['0', false],
]);

/** A checkbox: true, "true", 1, "1" and their opposites. Null means "not answered", which is not false. */
export const flag = reading((raw) => FLAGS.get(typeof raw === 'string' ? raw.trim().toLowerCase() : raw) ?? null);

/** A reference: `{id, name}`; the name may be missing, and a bare id is accepted. */
export const lookup = reading((raw): { id: string; name: string | null } | null => {
  const { id, name } = typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>) : { id: raw };
  if (typeof id !== 'string' || !RECORD_ID.test(id)) return null;
  return { id, name: typeof name === 'string' && name !== '' ? name : null };
});

// crm-api §2.7: `yyyy-MM-ddTHH:mm:ss±HH:mm`, or Z; without an offset it is not an instant.
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** A moment as the CRM's exact text, because `If-Unmodified-Since` needs that. Compare with `Date.parse`. */
export const instant = reading((raw) =>
  typeof raw === 'string' && INSTANT.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : null,
);

/** A day without a time zone: `yyyy-MM-dd`. */
export const calendarDate = reading((raw) =>
  typeof raw === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw)) ? raw : null,
);

export const tagNames = reading((raw): readonly string[] | null => {
  if (raw === null || raw === undefined) return [];
  if (!Array.isArray(raw)) return null;
  const names = raw.map((tag: unknown) =>
    typeof tag === 'object' && tag !== null ? (tag as Record<string, unknown>).name : tag,
  );
  return names.every((name) => typeof name === 'string') ? names : null;
});

/** The record's own id. A row without one is not a record, so this block refuses. */
export const recordId = z.string().regex(RECORD_ID);

const PLAIN = /^-?\d+$/;
/** With both separators, the last one is decimal, the other groups by three. */
const DUTCH = /^-?\d{1,3}(\.\d{3})+,\d+$/;
const ENGLISH = /^-?\d{1,3}(,\d{3})+\.\d+$/;
/** A separator that occurs twice or more can only group thousands. */
const GROUPED = /^-?\d{1,3}([.,])\d{3}(\1\d{3})+$/;
/** A single separator is decimal, unless exactly three digits follow: then it could also group thousands. */
const ONE_SEPARATOR = /^-?\d+[.,]\d+$/;
const TWO_READINGS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Reads an amount typed by a person: "12.5", "12,5", "1.250,00", "€ 1,250.00".
 *
 * @returns the number, or null if the text is not an amount or is ambiguous: a wrong price is worse than none
 */
export function parseAmount(typed: string): number | null {
  const digits = typed.replace(/[\s€]/g, '');
  if (PLAIN.test(digits)) return Number(digits);
  if (DUTCH.test(digits)) return Number(digits.replaceAll('.', '').replace(',', '.'));
  if (ENGLISH.test(digits)) return Number(digits.replaceAll(',', ''));
  if (GROUPED.test(digits)) return Number(digits.replace(/[.,]/g, ''));
  if (ONE_SEPARATOR.test(digits) && !TWO_READINGS.test(digits)) return Number(digits.replace(',', '.'));
  return null;
}

/** A rich text holds 50,000 characters, and no field holds more (crm-api §2.7). */
const LONGEST = 50_000;

/** The JSON in a CRM text, even if it was encoded twice; undefined if there is none. */
export function jsonIn(stored: string): unknown {
  if (stored.length > LONGEST) return undefined;
  try {
    const json: unknown = JSON.parse(stored);
    return typeof json === 'string' ? JSON.parse(json) : json;
  } catch {
    return undefined;
  }
}
