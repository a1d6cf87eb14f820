import type { Deal } from '../../view-models/deal.ts';
import { euros } from './euros.ts';
import { refLine } from './note-texts.ts';

/** Titles of notes about the choice of financing begin so; the newest note holds (decision F6). */
export const FINANCING_TITLE = 'Financiering: ';

/** The choice, for the note and the evidence of the signature. */
export function financingChoice(deal: Pick<Deal, 'financing'>, chosen: boolean, licenceHolder?: string): string {
  if (!chosen || !deal.financing) return 'zonder financiering';
  const by = licenceHolder === undefined ? '' : `, van ${licenceHolder}`;
  return `met financiering, ${euros(deal.financing.monthlyEuros)} per maand, 15 jaar vast, hooguit 180 maanden, onder voorbehoud van kredietacceptatie${by}`;
}

/** The kenmerk in the title may predate a change of address: only the first word is the choice. */
export function financingIn(title: string): boolean {
  return title.startsWith(`${FINANCING_TITLE}met`);
}

export function financingNote(deal: Deal, chosen: boolean, ref: string) {
  return {
    Note_Title: `${FINANCING_TITLE}${chosen ? 'met' : 'zonder'} (${deal.kenmerk})`,
    Note_Content: [
      `De klant koos bij het goedkeuren in het portaal: ${financingChoice(deal, chosen)}.`,
      `Offertekenmerk: ${deal.kenmerk}`,
      refLine(ref),
    ].join('\n'),
  };
}
