/**
 * The texts of a column as one, a line each, in UTF-16, and where each line ends: what a worker hands over without a copy,
 * where thousands of texts would be made one by one.
 */
export interface TextColumn {
  units: Uint16Array;
  ends: Uint32Array;
}

const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

export function textColumn(texts: readonly (string | null)[]): TextColumn {
  const text = texts.join('\n');
  const ends = new Uint32Array(texts.length);
  let end = -1;
  texts.forEach((each, row) => {
    end += 1 + (each?.length ?? 0);
    ends[row] = end;
  });
  const units = new Uint16Array(text.length);
  for (let at = 0; at < units.length; at += 1) units[at] = text.charCodeAt(at);
  return { units, ends };
}

/** The text of a row; empty where there is none, and beyond the last. */
export function textAt({ units, ends }: TextColumn, row: number): string {
  const begin = row === 0 ? 0 : (ends[row - 1] ?? units.length) + 1;
  return utf16.decode(units.subarray(begin, ends[row]));
}

/** The rows whose text holds `part`, which is not empty and has no line break; first to last. */
export function rowsWith({ units, ends }: TextColumn, part: string): number[] {
  const text = utf16.decode(units);
  const rows: number[] = [];
  let row = 0;
  for (let at = text.indexOf(part); at >= 0 && row < ends.length; at = text.indexOf(part, (ends[row] ?? 0) + 1)) {
    while ((ends[row] ?? at) < at) row += 1;
    rows.push(row);
  }
  return rows;
}

/** The row whose text this is; -1 where none is. */
export function rowOf(column: TextColumn, text: string): number {
  return rowsWith(column, text).find((row) => textAt(column, row) === text) ?? -1;
}
