import type { Coded } from '../../../../bff/view-models/callcenter.ts';

/** A column in which values come again, its places packed: handing them over copies nothing. */
export interface CodedColumn<Value> {
  values: readonly Value[];
  places: Uint32Array;
}

export function packed<Value>({ values, places }: Coded<Value>): CodedColumn<Value> {
  return { values, places: Uint32Array.from(places) };
}

/** The value of a row; undefined beyond the last. */
export function valueAt<Value>({ values, places }: CodedColumn<Value>, row: number): Value | undefined {
  return values[places[row] ?? -1];
}
