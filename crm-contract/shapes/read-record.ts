import type { z } from 'zod';

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
