import { z } from 'zod';
import * as tolerant from './read-record.ts';
import { RECORD_ID } from './read-record.ts';

/** Building blocks for patches: exactly the values the CRM documents for a field; null clears it. */

/** Single-line text, at most 255 characters (crm-api §2.7). */
export const textValue = z.string().max(255).nullable();
/** A small text area, at most 2,000 characters. */
const smallTextArea = z.string().max(2_000).nullable();
/** A large text area, at most 32,000 characters. */
export const largeText = z.string().max(32_000).nullable();
/** A currency or decimal number; never text. */
const amountValue = z.number().nullable();
const flagValue = z.boolean().nullable();
/** A reference to another record. */
export const lookupValue = z.strictObject({ id: z.string().regex(RECORD_ID) }).nullable();
/** `yyyy-MM-dd`. */
export const dateValue = z.iso.date().nullable();
/** With an offset and whole seconds; without an offset the CRM refuses it or guesses the zone (crm-api §8.8). */
export const instantValue = z.iso.datetime({ offset: true, precision: 0 });

export type DataType =
  | 'text'
  | 'textarea'
  | 'email'
  | 'phone'
  | 'website'
  | 'picklist'
  | 'boolean'
  | 'currency'
  | 'double'
  | 'integer'
  | 'date'
  | 'datetime'
  | 'lookup'
  | 'multi_module_lookup'
  | 'ownerlookup';

interface KindOfField {
  read: z.ZodType;
  write: z.ZodType;
  /** The accepted CRM data types; `crm:setup` creates the first. */
  types: readonly DataType[];
  /** The minimum length in characters. */
  length?: number;
}

/** A JSON text, or an image as text (decision D). */
const LARGE = { write: largeText, types: ['textarea'], length: 32_000 } as const;
const MOMENT = instantValue.nullable();

const KINDS = {
  text: { read: tolerant.line, write: textValue, types: ['text'] },
  choice: { read: tolerant.line, write: textValue, types: ['text', 'picklist'] },
  picklist: { read: tolerant.line, write: textValue, types: ['picklist'] },
  phone: { read: tolerant.line, write: textValue, types: ['phone', 'text'] },
  email: { read: tolerant.line, write: textValue, types: ['email'] },
  website: { read: tolerant.line, write: textValue, types: ['text', 'website'] },
  street: { read: tolerant.text, write: smallTextArea, types: ['text', 'textarea'] },
  largeText: { read: tolerant.text, ...LARGE },
  largeJson: { read: tolerant.jsonText, ...LARGE },
  flag: { read: tolerant.flag, write: flagValue, types: ['boolean'] },
  money: { read: tolerant.amount, write: amountValue, types: ['currency', 'double'] },
  number: { read: tolerant.amount, write: amountValue, types: ['double', 'currency'] },
  count: { read: tolerant.count, write: amountValue, types: ['integer', 'double'] },
  date: { read: tolerant.calendarDate, write: dateValue, types: ['date'] },
  instant: { read: tolerant.instant, write: MOMENT, types: ['datetime'] },
  lookup: { read: tolerant.lookup, write: lookupValue, types: ['lookup'] },
  owner: { read: tolerant.lookup, write: lookupValue, types: ['ownerlookup'] },
  tags: { read: tolerant.tagNames, write: z.never(), types: [] },
} as const satisfies Record<string, KindOfField>;
type Kinds = typeof KINDS;
type Kind = keyof Kinds;

/**
 * Who writes a field on our side. If there are several writers, the least trusted one counts. A patch contains only
 * fields with such a writer.
 */
type Writer = 'customer' | 'staff' | 'portal';

interface Details {
  /** The minimum length in characters. */
  length?: number;
  /** An input of the price calculation. */
  price?: true;
}

/** One field of a module; decides how it is read, whether it may be written, and what `crm:check` requires. */
export interface Field extends Details {
  kind: Kind;
  by: Writer | 'others';
  /** The consequence for the portal if the CRM lacks the field; null if `crm:check` checks the field in another way. */
  without: string | null;
  /** A field of our own, which `crm:setup` creates if missing. All others come with the CRM. */
  custom: boolean;
}
export type Fields = Readonly<Record<string, Field>>;

/** A row for a field that comes with the CRM. `others` are the CRM itself and sales ops. */
export function theirs<K extends Kind, const B extends Field['by'], const D extends Details = object>(
  kind: K,
  by: B,
  without: string | null,
  details?: D,
) {
  return { kind, by, without, custom: false as const, ...(details as D) };
}

/** A row for a field of our own. */
export function ours<K extends Kind, const B extends Field['by'], const D extends Details = object>(
  kind: K,
  by: B,
  without: string,
  details?: D,
) {
  return { kind, by, without, custom: true as const, ...(details as D) };
}

export const NOT_SAVED = 'this answer cannot be saved';
export const NO_CHECK = 'changes by colleagues cannot be told apart';

/** The names of the fields with such a row: `NamesOf<typeof DEAL_FIELDS, { by: 'customer' }>`. */
export type NamesOf<T extends Fields, Row extends Partial<Field>> = {
  [Name in keyof T]: T[Name] extends Row ? Name : never;
}[keyof T];

/** The read shape: every field, tolerantly. */
export function shapeOf<T extends Fields>(fields: T) {
  const blocks = Object.entries(fields).map(([name, { kind }]) => [name, KINDS[kind].read]);
  type Shape = {
    [Name in 'id' | keyof T]: Name extends keyof T ? Kinds[T[Name]['kind']]['read'] : typeof tolerant.recordId;
  };
  return z.object({ id: tolerant.recordId, ...Object.fromEntries(blocks) } as Shape);
}

/** The write shape, strict: the fields with a writer of ours. */
export function patchOf<T extends Fields>(fields: T) {
  const written = Object.entries(fields).filter(([, { by }]) => by !== 'others');
  const blocks = written.map(([name, { kind }]) => [name, KINDS[kind].write]);
  type Shape = { [Name in NamesOf<T, { by: Writer }>]: Kinds[T[Name]['kind']]['write'] };
  return z.strictObject(Object.fromEntries(blocks) as Shape).partial();
}

/** Only the fields of these kinds. */
export function ofKind<T extends Fields, K extends Kind>(fields: T, ...kinds: K[]) {
  const these = Object.entries(fields).filter(([, { kind }]) => (kinds as Kind[]).includes(kind));
  return Object.fromEntries(these) as Pick<T, NamesOf<T, { kind: K }>>;
}

/** The organisation's requirements for a field. */
export function neededFor({ kind, length, custom, without }: Field) {
  const needed: KindOfField = KINDS[kind];
  return { types: needed.types, length: length ?? needed.length, custom, without };
}
