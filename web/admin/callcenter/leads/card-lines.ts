import type { LeadColumns } from '../../../../bff/view-models/callcenter.ts';

/** Lines of a card, by what it has to tell; each is cut off rather than broken, so that a card's height is known. */
export function cardLines(leads: LeadColumns, row: number): number {
  let lines = 2;
  if (leads.callback[row]) lines += 1;
  if (leads.attempts[row] || leads.lastOutcome[row]) lines += 1;
  if (leads.Mailing_City[row] || leads.Lead_Owner_Flow[row]) lines += 1;
  return lines + (leads.openedBy[row]?.length ?? 0);
}
