import type { LeadCard } from '../../../../bff/view-models/callcenter.ts';

/** Lines of a card, by what it has to tell; each is cut off rather than broken, so that a card's height is known. */
export function cardLines(lead: LeadCard): number {
  const told = [lead.callback, lead.attempts > 0 || lead.lastOutcome, lead.Mailing_City || lead.Lead_Owner_Flow];
  return 2 + told.filter(Boolean).length + lead.openedBy.length;
}
