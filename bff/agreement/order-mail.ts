import type { MailMessage } from '../../crm-contract/endpoints/mail.ts';
import { repaidBy, type WithdrawnOrder } from '../crm/texts/message-texts.ts';
import { totalFact, writtenMoment } from '../crm/texts/moments-and-euros.ts';
import { choiceFacts, composeMail, type MailSender, paymentFacts, STEPS } from '../mail/compose-mail.ts';
import { stepLines } from '../quote/quote-texts.ts';
import type { PortalFile } from '../site/portal-file.ts';
import { signedOrder } from './deal-state.ts';
import type { SignatureEvidence } from './evidence.ts';

interface CopyMail {
  name: string | null;
  email: string;
  kenmerk: string;
  evidence: SignatureEvidence;
  /** Id of the PDF in the CRM's file store. */
  fileId: string;
  /**
   * Who withdrew the order before the copy was sent, as far as proven; null if it was not withdrawn. The mail about a
   * withdrawn order does not thank the customer.
   */
  withdrawnBy: keyof typeof WITHDRAWN | null;
  /** Whether the mail follows the signature at once. A later mail cannot promise a call within days. */
  isSoon: boolean;
  /**
   * The page of the order without the personal link, because customers keep a confirmation for years and forward it.
   */
  url: string;
}

const ORDERED = 'In de bijlage vindt u de getekende offerte, met onze voorwaarden en het formulier voor herroeping.';
const WITHDRAWN = {
  customer:
    'U heeft deze bestelling herroepen: zij gaat niet door. In de bijlage vindt u de offerte die u had getekend, voor uw administratie.',
  administration:
    'Volgens onze administratie is deze bestelling herroepen. Klopt dat niet, bel ons dan. In de bijlage vindt u de offerte die u had getekend.',
};
const HOW_TO_WITHDRAW =
  'U kunt deze bestelling zonder reden herroepen tot 14 dagen nadat u het laatste onderdeel heeft ontvangen. Dat kan op de pagina van uw bestelling, met "Overeenkomst herroepen", of met een bericht aan ons.';

/** The order confirmation that the customer keeps. */
export function copyMail(
  portal: MailSender & Pick<PortalFile, 'terms' | 'earlierTerms' | 'afterSigning'>,
  { name, email, kenmerk, evidence, fileId, withdrawnBy, isSoon, url }: CopyMail,
): MailMessage {
  const isOrder = withdrawnBy === null;
  const { quote, payment, loan, payments, terms } = signedOrder(portal, evidence);
  const mail = composeMail(
    portal,
    { name, email },
    {
      subject: `Uw getekende offerte (${kenmerk})`,
      heading: isOrder ? 'Bedankt voor uw bestelling' : 'Uw bestelling is herroepen',
      before: [
        `${isOrder ? ORDERED : WITHDRAWN[withdrawnBy]} Bewaar deze e-mail goed: het is uw bewijs.`,
        ...(isOrder && isSoon && portal.afterSigning?.call ? [portal.afterSigning.call] : []),
      ],
      total: isOrder ? quote.totals : null,
      facts: [
        ...choiceFacts(quote.highlights, isOrder ? evidence.shown : undefined),
        ...(isOrder ? [] : [totalFact(quote.totals)]),
        ...paymentFacts({ payment, payments: isOrder ? payments : [], warning: loan?.warning }),
        ['Ondertekend', `${writtenMoment(Date.parse(evidence.signedAt))}, door ${evidence.name}`],
        ['Offertekenmerk', kenmerk],
        ['Voorwaarden', `versie ${terms.version}`],
      ],
      notices: quote.notices,
      steps: isOrder ? { heading: STEPS.order, lines: stepLines(portal, evidence.shown) } : null,
      after: [],
      button: { text: 'Bekijk uw bestelling', url, isPersonal: false, isOutline: !isOrder },
      last: withdrawnBy === 'customer' ? [] : [HOW_TO_WITHDRAW],
    },
  );
  return { ...mail, attachments: [{ id: fileId }] };
}

interface Withdrawn extends Pick<WithdrawnOrder, 'dealName' | 'signedBy' | 'totals' | 'kenmerk'> {
  at: string;
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
    button: { text: 'Bekijk uw herroeping', url, isPersonal: false, isOutline: true },
    last: [],
  });
}
