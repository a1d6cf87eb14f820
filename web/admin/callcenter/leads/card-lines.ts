import type { LeadCard } from '../../../../bff/view-models/callcenter.ts';

/** How many lines a card has; a line is cut off rather than broken, so that the card's height is known. */
export function cardLines(lead: LeadCard | undefined): number {
  if (!lead) return 0;
  const { callback, attempts, lastOutcome, Mailing_City, Lead_Owner_Flow, openedBy } = lead;
  const extra = [callback, attempts > 0 || lastOutcome, Mailing_City || Lead_Owner_Flow].filter(Boolean).length;
  return 3 + extra + openedBy.length;
}
