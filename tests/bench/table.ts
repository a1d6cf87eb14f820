/** One figure with what it is compared with, several rounds of each taken in the same run. */
export interface Row {
  what: string;
  measured: number[];
  comparison: string;
  compared: number[];
  budget: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Missed only when even the best round is over it: anything else is the machine's noise. */
export function isMissed({ measured, budget }: Row): boolean {
  return Math.min(...measured) > budget;
}

/** A table for people: the median with its range, beside the comparison and the budget. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.what,
    rangeOf(row.measured),
    `${rangeOf(row.compared)} (${row.comparison})`,
    `≤ ${row.budget}`,
    isMissed(row) ? 'missed' : 'held',
  ]);
  const table = [['what', 'median (range)', 'compared with', 'budget', ''], ...lines];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((line) => line[column]?.length ?? 0))) ?? [];
  return table.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

function rangeOf(values: readonly number[]): string {
  const round = (value: number) => String(Math.round(value));
  return `${round(median(values))} (${round(Math.min(...values))}–${round(Math.max(...values))})`;
}
