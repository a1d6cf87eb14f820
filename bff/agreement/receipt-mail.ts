import type { MailMessage } from '../../crm-contract/endpoints/mail.ts';
import { totalFact } from '../crm/texts/euros.ts';
import { repaidBy, type WithdrawnOrder } from '../crm/texts/message-texts.ts';
import { writtenMoment } from '../crm/texts/moments.ts';
import { composeMail, type MailSender } from '../mail/compose-mail.ts';

interface Withdrawn {
  dealName: string | null;
  signedBy: string | null;
  /** Null if nothing proves what was signed. */
  totals: WithdrawnOrder['totals'];
  at: string;
  kenmerk: string;
  /** The page of the order without the personal link, because customers keep a receipt and forward it. */
  url: string;
}

/**
 * The receipt of a withdrawal for the customer to keep: what was withdrawn, by whom and when (Directive 2011/83/EU,
 * article 11a(4)).
 */
export function receiptMail(
  sender: MailSender,
  to: { name: string | null; email: string },
  { dealName, signedBy, totals, at, kenmerk, url }: Withdrawn,
): MailMessage {
  return composeMail(sender, to, {
    subject: `Uw herroeping: ontvangstbevestiging (${kenmerk})`,
    heading: 'Uw bestelling is herroepen',
    before: ['Wij hebben uw herroeping ontvangen. Dit heeft u ons laten weten:', '"Ja, ik herroep deze overeenkomst"'],
    total: null,
    facts: [
      ['Overeenkomst', [dealName, `offertekenmerk ${kenmerk}`].filter(Boolean).join(', ')],
      ...(totals === null ? [] : [totalFact(totals)]),
      ...(signedBy === null ? [] : [['Ondertekend door', signedBy] as const]),
      ['Ontvangen', writtenMoment(Date.parse(at))],
    ],
    after: [
      `Wat u al heeft betaald, krijgt u uiterlijk op ${repaidBy(at)} terug.`,
      'U hoeft niets meer te doen. Wij nemen contact met u op over de afhandeling.',
    ],
    button: { text: 'Bekijk uw herroeping', url, isPersonal: false },
    last: [],
  });
}
