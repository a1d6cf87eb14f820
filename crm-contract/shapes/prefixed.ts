import type { z } from 'zod';
import { text } from './tolerant.ts';

/** The columns of `Shape` under `Prefix.`; the joined record may be missing, so its id is optional here. */
export type PrefixedShape<Shape extends z.ZodRawShape, Prefix extends string> = {
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

/** The columns under `prefix.`, as a record of their own. */
export type Unprefixed<Row, Prefix extends string> = {
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
