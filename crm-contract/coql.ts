import type { z } from 'zod';
import { CrmError } from './errors.ts';
import { QUERY_CREDITS } from './http/credits.ts';
import { checkedId, text } from './shapes/read-record.ts';

// COQL has no parameters: a query is one string. The tag below is the only way to make one, and it passes every value
// through `quoted`. Grammar and escaping: crm-api §3.2.

const LONGEST_TEXT = 500;
/** Maximum number of values for `in` (crm-api §3.2). */
export const MOST_VALUES = 50;

/** The list in groups of at most `size`, for calls that take no more. */
export function inGroups<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));
}

/** Control characters, line and paragraph separators, backslash. */
const REFUSED = /[\p{Cc}\p{Zl}\p{Zp}\\]/u;
const COLUMN = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)?$/;

/** A piece of COQL. The class is private to this file, so every piece has been checked here. */
class Piece {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** The module after `from`. */
  get module(): string {
    return / from ([A-Za-z_][A-Za-z0-9_]*)/.exec(this.text)?.[1] ?? 'coql';
  }
  /** The same query without one of its columns; null if it does not select that column, or uses it elsewhere. */
  without(column: string): Piece | null {
    const [, selected = '', rest = ''] = /^select (.+?)( from .+)$/is.exec(this.text) ?? [];
    const names = selected.split(',').map((name) => name.trim());
    const kept = names.filter((name) => name !== column);
    const outsideTexts = rest.replace(/'(?:[^']|'')*'/g, ' ');
    const neededElsewhere = outsideTexts.split(/[^A-Za-z0-9_.]+/).includes(column);
    if (kept.length === names.length || kept.length === 0 || neededElsewhere) return null;
    return new Piece(`select ${kept.join(', ')}${rest}`);
  }
  /** The same query with a limit of one row. */
  limitedToOne(): Piece {
    return new Piece(`${this.text.replace(/ limit \d+( offset \d+)?$/i, '')} limit 1`);
  }
}
export type Coql = Piece;

/** A query whose text is built when it gets its slot; until then keys may be added. */
export type LateCoql = { module: string; write: () => Coql };

/**
 * ``coql`select ${columns(fieldsOf(dealShape))} from Deals where Contact_Name = ${recordId(id)} limit 20` ``
 *
 * Text is quoted, numbers must be finite, booleans are written out, pieces made here are inserted unchanged.
 * @throws CrmError invalid for text that cannot be quoted safely; TypeError for any other kind of value
 */
export function coql(parts: TemplateStringsArray, ...values: readonly (string | number | boolean | Coql)[]): Coql {
  const pieces = parts.map((part, index) => {
    const fixed = part.replace(/\s+/g, ' ');
    return index < values.length ? fixed + written(values[index]) : fixed;
  });
  return new Piece(pieces.join('').trim());
}

/** A comma-separated list of column names; each may follow one lookup (`Contact_Name.Phone`). */
export function columns(names: readonly string[]): Coql {
  const wrong = names.find((name) => !COLUMN.test(name));
  if (names.length === 0 || wrong !== undefined) throw new TypeError(`no column name: ${wrong ?? '(none given)'}`);
  return new Piece(names.join(', '));
}

export function recordId(id: string): Coql {
  return new Piece(quoted(checkedId(id, 'coql')));
}

/** A bracketed list for `in`, with at most 50 values. */
export function oneOf(values: readonly (string | number)[]): Coql {
  if (values.length === 0 || values.length > MOST_VALUES) throw new TypeError(`in takes 1 to ${MOST_VALUES} values`);
  return new Piece(`(${values.map(written).join(', ')})`);
}

function written(value: unknown): string {
  if (value instanceof Piece) return value.text;
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return String(value);
  throw new TypeError(`a ${typeof value} cannot go into a query`);
}

/** The only quoting function. Quotes are doubled; a backslash has no documented meaning, so it is refused. */
function quoted(value: string): string {
  if (value.length > LONGEST_TEXT || REFUSED.test(value) || !value.isWellFormed()) {
    throw new CrmError({ kind: 'invalid', operation: 'coql', sent: 'no' });
  }
  return `'${value.replaceAll("'", "''")}'`;
}

/** The columns of `Shape` under `Prefix.`; the joined record may be missing, so its id is optional. */
type PrefixedShape<Shape extends z.ZodRawShape, Prefix extends string> = {
  [Key in keyof Shape & string as `${Prefix}.${Key}`]: Key extends 'id' ? typeof text : Shape[Key];
};

/**
 * The columns of another record as a COQL join returns them, to extend a row shape with:
 * `dealShape.pick({ id: true }).extend(prefixed(contactShape.pick({ Phone: true }), 'Contact_Name'))` reads
 * `Contact_Name.Phone`, and `fieldsOf` of the result gives the columns to select.
 */
export function prefixed<Shape extends z.ZodRawShape, Prefix extends string>(
  shape: z.ZodObject<Shape>,
  prefix: Prefix,
): PrefixedShape<Shape, Prefix> {
  const columns = Object.entries(shape.shape).map(([key, block]) => [`${prefix}.${key}`, key === 'id' ? text : block]);
  return Object.fromEntries(columns) as PrefixedShape<Shape, Prefix>;
}

/** The columns under `prefix.`, as a separate record. */
type Unprefixed<Row, Prefix extends string> = {
  [Key in keyof Row as Key extends `${Prefix}.${infer Column}` ? Column : never]: Row[Key];
};

/** The joined record of a row: `unprefixed(row, 'Contact_Name').Phone`. */
export function unprefixed<Row extends object, Prefix extends string>(
  row: Row,
  prefix: Prefix,
): Unprefixed<Row, Prefix> {
  const start = `${prefix}.`;
  const own: Record<string, unknown> = {};
  for (const key in row) if (key.startsWith(start)) own[key.slice(start.length)] = row[key];
  return own as Unprefixed<Row, Prefix>;
}

/** This many rows cost one credit. */
export const CHEAPEST_PAGE = 200;
export const LARGEST_PAGE = 2_000;
/** A write may become visible in a query later than its Modified_Time says. */
export const LATE_WRITES_MS = 2 * 60_000;
/** A result that nearly fills its page gets the next larger page, because a full page has to be read twice. */
const SPARE = 1.25;

/**
 * Chooses the limit of a repeated query by the number of rows of its last result, because the CRM charges by the limit.
 * Starts with `first`. If a smaller page comes back full, reads again with the largest page.
 */
export class FittingPage {
  #limit: number;

  constructor(first: typeof CHEAPEST_PAGE | typeof LARGEST_PAGE = LARGEST_PAGE) {
    this.#limit = first;
  }

  /** `isCut` if more rows may exist than the largest page holds. */
  async read<T>(ask: (limit: number) => Promise<T[]>): Promise<{ rows: T[]; isCut: boolean }> {
    let rows = await ask(this.#limit);
    if (rows.length >= this.#limit && this.#limit < LARGEST_PAGE) {
      this.#limit = LARGEST_PAGE;
      rows = await ask(LARGEST_PAGE);
    }
    const isCut = rows.length >= LARGEST_PAGE;
    this.#limit = QUERY_CREDITS.find(({ upTo }) => rows.length * SPARE < upTo)?.upTo ?? LARGEST_PAGE;
    return { rows, isCut };
  }
}
