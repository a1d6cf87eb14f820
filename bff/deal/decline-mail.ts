import type { MailMessage } from '../../crm-contract/endpoints/mail.ts';
import { totalFact } from '../crm/texts/moments-and-euros.ts';
import { choiceFacts, composeMail, type MailSender, momentFacts } from '../mail/compose-mail.ts';
import { afterDeclining } from '../quote/quote-texts.ts';
import type { Deal } from '../view-models/deal.ts';

/** Confirms to a customer that they declined an offer, and how to reconsider. */
export function declineMail(
  sender: MailSender,
  to: { name: string | null; email: string },
  { kenmerk, quote, canReconsider, declinedAt }: Pick<Deal, 'kenmerk' | 'quote' | 'canReconsider' | 'declinedAt'>,
  url: string,
): MailMessage {
  return composeMail(sender, to, {
    subject: `Uw afgewezen offerte (${kenmerk})`,
    heading: 'U heeft de offerte afgewezen',
    before: ['Wij hebben dat genoteerd. Wij bellen u niet meer over deze offerte.'],
    total: null,
    facts: [
      ...momentFacts('Afgewezen op', declinedAt),
      ...choiceFacts(quote.highlights),
      totalFact(quote.totals),
      ['Offertekenmerk', kenmerk],
    ],
    after: [afterDeclining(canReconsider)],
    button: { text: 'Bekijk de offerte', url, isPersonal: false, isOutline: true },
    last: [],
  });
}
