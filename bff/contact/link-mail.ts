import type { MailMessage } from '../../crm-contract/endpoints/mail.ts';
import { totalFact } from '../crm/texts/moments-and-euros.ts';
import { choiceFacts, composeMail, type Fact, type MailSender } from '../mail/compose-mail.ts';
import type { Deal } from '../view-models/deal.ts';

interface State {
  heading: (brand: string) => string;
  before: readonly string[];
  after: readonly string[];
  button: string;
}

const OPENS = 'Dit is uw persoonlijke link:';
const PRIVATE =
  'De link is alleen voor u; stuur deze mail niet door. Heeft u er niet om gevraagd? Dan hoeft u niets te doen.';

/** Mail texts by the status of the deal; without a deal, or if reading fails, a general text. */
const STATES: Readonly<Record<Deal['status'] | 'none', State>> = {
  ready: {
    heading: () => 'Uw offerte staat klaar',
    before: ['Bekijk uw offerte rustig. U zit nergens aan vast tot u tekent.'],
    after: ['Klopt alles? Dan gaat u online akkoord en tekent u met uw naam.'],
    button: 'Bekijk uw offerte',
  },
  survey: {
    heading: () => 'Nog enkele vragen voor uw offerte',
    before: ['Wat u al invulde, is bewaard. Beantwoord nu de vragen die nog openstaan.'],
    after: [],
    button: 'Ga verder met de vragen',
  },
  preparing: {
    heading: () => 'Uw aanvraag is bij ons binnen',
    before: ['Uw offerte staat nog niet open om te tekenen. Via de link ziet u hoe het ermee staat.'],
    after: [],
    button: 'Bekijk uw aanvraag',
  },
  signed: {
    heading: () => 'U heeft uw offerte getekend',
    before: ['Via de link vindt u uw bestelling en wat er nu gebeurt.'],
    after: [],
    button: 'Bekijk uw bestelling',
  },
  withdrawn: {
    heading: () => 'Uw bestelling is herroepen',
    before: ['Via de link vindt u de ontvangstbevestiging.'],
    after: [],
    button: 'Bekijk uw herroeping',
  },
  declined: {
    heading: () => 'U heeft deze offerte afgewezen',
    before: ['U hoeft niets te doen. Via de link kunt u de offerte nog nalezen.'],
    after: [],
    button: 'Bekijk de offerte',
  },
  none: {
    heading: (brand) => `Uw persoonlijke link naar ${brand}`,
    before: ['Met deze link opent u uw gegevens, en gaat u verder waar u was.'],
    after: [],
    button: 'Open uw gegevens',
  },
};

/** The mail with a customer's personal link (decision B4), and their offer if one is open. */
export function linkMail(
  sender: MailSender,
  to: { name: string | null; email: string },
  link: string,
  deals: readonly Deal[],
): MailMessage {
  const { brand } = sender;
  const deal = deals.findLast(({ status }) => status === 'ready') ?? deals.at(-1);
  const status = deal?.status ?? 'none';
  const { heading, before, after, button } = STATES[status];
  const offer = deal && status !== 'survey' && status !== 'preparing' ? deal : undefined;
  const isForSale = status !== 'withdrawn' && status !== 'declined';
  const subject = `persoonlijke link naar ${brand}`;
  return composeMail(sender, to, {
    subject: status === 'ready' ? `Uw offerte staat klaar: uw ${subject}` : `Uw ${subject}`,
    heading: heading(brand),
    before,
    total: offer && isForSale ? offer.quote.totals : null,
    facts: offer ? offerFacts(offer, isForSale) : [],
    notices: offer?.quote.notices ?? [],
    after: [...after, OPENS],
    button: { text: button, url: link, isPersonal: true },
    last: [PRIVATE],
  });
}

function offerFacts({ quote, kenmerk }: Pick<Deal, 'quote' | 'kenmerk'>, isForSale: boolean): Fact[] {
  return [
    ...choiceFacts(quote.highlights),
    ...(isForSale ? [] : [totalFact(quote.totals)]),
    ['Offertekenmerk', kenmerk],
  ];
}

/**
 * The mail to the former address of a contact after staff changed the address (decision J13). The former address may
 * belong to somebody else by now.
 */
export function addressChangedMail(sender: MailSender, email: string): MailMessage {
  return composeMail(
    sender,
    { name: null, email },
    {
      subject: `Uw e-mailadres bij ${sender.brand} is gewijzigd`,
      heading: 'Uw e-mailadres is gewijzigd',
      before: [
        'Wij hebben het e-mailadres bij uw aanvraag gewijzigd. Nieuwe berichten gaan naar het andere adres.',
        'Heeft u hier niet om gevraagd? Bel ons dan meteen.',
      ],
      total: null,
      facts: [],
      after: [],
      button: { text: 'Bel ons', url: `tel:${sender.seller.phone.replace(/[^\d+]/g, '')}`, isPersonal: false },
      last: [],
    },
  );
}
