import type { Coded } from '../../../../bff/view-models/callcenter.ts';

/** The value of a row; undefined beyond the last. */
export function valueAt<Value>({ values, places }: Coded<Value>, row: number): Value | undefined {
  return values[places[row] ?? -1];
}

/** How many rows have a value. */
export function countOf<Value>({ values, places }: Coded<Value>, value: Value): number {
  const place = values.indexOf(value);
  return places.reduce((count, each) => (each === place ? count + 1 : count), 0);
}
