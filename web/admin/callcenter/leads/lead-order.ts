import type { LeadTable } from './lead-table.ts';
import { textAt } from './text-column.ts';

/** The leads that are shown, in their order. */
export interface LeadOrder {
  first: string | undefined;
  /** All of them: made once a lead is open, whose neighbours are looked for. The list alone needs but the first. */
  ids: () => readonly string[];
}

export function orderOf(leads: LeadTable | undefined, rows: readonly number[]): LeadOrder {
  const idAt = (row: number) => (leads ? textAt(leads.id, row) : '');
  let ids: readonly string[] | undefined;
  return {
    first: rows[0] === undefined ? undefined : idAt(rows[0]),
    ids: () => {
      ids ??= rows.map(idAt);
      return ids;
    },
  };
}
