import type { LeadColumns } from '../../../../bff/view-models/callcenter.ts';
import { valueAt } from './coded-column.ts';

/** Lines of a card, by what it has to tell; each is cut off rather than broken, so that a card's height is known. */
export function cardLines(leads: LeadColumns, row: number): number {
  let lines = 2;
  if (valueAt(leads.callback, row)) lines += 1;
  if (valueAt(leads.attempts, row) || valueAt(leads.lastOutcome, row)) lines += 1;
  if (valueAt(leads.Mailing_City, row) || valueAt(leads.Lead_Owner_Flow, row)) lines += 1;
  return lines + (valueAt(leads.openedBy, row)?.length ?? 0);
}
