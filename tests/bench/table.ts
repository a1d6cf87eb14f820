/** One figure, measured several times in one run, with its comparison and its budget. */
export interface Row {
  what: string;
  /** The unit of `measured` and `compared`. */
  unit: string;
  measured: readonly number[];
  /** Taken in the same run, round by round in turn with `measured`. */
  compared?: { what: string; rounds: readonly number[] };
  /** Absent for a figure without a budget. */
  budget?: Budget;
}

/** The budget applies to the figure itself, or to measured ÷ compared in each round. */
export type Budget = { of: 'figure' | 'ratio' } & Limit;

type Limit = { atMost: number } | { atLeast: number };

/** A figure of each round, with the limit of their median if there is one. */
export function figures(what: string, unit: string, measured: readonly number[], limit?: Limit): Row {
  return { what, unit, measured, ...(limit && { budget: { of: 'figure', ...limit } }) };
}

/** A figure that is measured once, with its limit. */
export function limited(what: string, unit: string, figure: number, atMost: number): Row {
  return figures(what, unit, [figure], { atMost });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [lower, upper] = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
  return ((sorted[lower] ?? Number.NaN) + (sorted[upper] ?? Number.NaN)) / 2;
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

/** Compares the median of the rounds: one good or bad round is chance. */
export function isMissed(row: Row): boolean {
  const { budget } = row;
  if (!budget) return false;
  const figure = median(budget.of === 'ratio' ? ratiosOf(row) : row.measured);
  return 'atMost' in budget ? !(figure <= budget.atMost) : !(figure >= budget.atLeast);
}

/** A Markdown table that is also readable in a terminal: medians, with the range of the rounds. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.what,
    `${rangeOf(row.measured)} ${row.unit}`,
    row.compared ? `${rangeOf(row.compared.rounds)} ${row.unit} ${row.compared.what}` : '',
    row.compared ? rangeOf(ratiosOf(row)) : '',
    row.budget ? budgetText(row.budget, row.unit) : '',
    row.budget ? (isMissed(row) ? 'missed' : 'held') : '',
  ]);
  const table = [['what', 'median (range)', 'compared with', 'ratio', 'budget', ''], ...lines];
  const widths = table[0]?.map((_, column) => Math.max(3, ...table.map((line) => line[column]?.length ?? 0))) ?? [];
  const drawn = table.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [drawn[0], rule, ...drawn.slice(1)].join('\n');
}

function ratiosOf({ measured, compared }: Row): number[] {
  return measured.map((figure, round) => figure / (compared?.rounds[round] ?? Number.NaN));
}

function budgetText(budget: Budget, unit: string): string {
  const text = 'atMost' in budget ? `≤ ${budget.atMost}` : `≥ ${budget.atLeast}`;
  return budget.of === 'ratio' ? `ratio ${text}` : `${text} ${unit}`;
}

function rangeOf(values: readonly number[]): string {
  if (!values.every(Number.isFinite)) return '–';
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? shown(least) : `${shown(median(values))} (${shown(least)}–${shown(most)})`;
}

/** Three significant digits. */
function shown(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
