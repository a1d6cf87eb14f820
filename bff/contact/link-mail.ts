import type { MailMessage } from '../../crm-contract/endpoints/mail.ts';
import { totalFact } from '../crm/texts/moments-and-euros.ts';
import {
  choiceFacts,
  composeMail,
  type Fact,
  type MailParts,
  type MailSender,
  momentFacts,
  paymentFacts,
  STEPS,
} from '../mail/compose-mail.ts';
import { afterDeclining, stepLines } from '../quote/quote-texts.ts';
import type { PortalFile } from '../site/portal-file.ts';
import type { DealSummary } from '../view-models/contact.ts';
import type { Deal } from '../view-models/deal.ts';
import { phoneUrl } from '../view-models/phone.ts';

interface State {
  heading: (brand: string) => string;
  before: string;
  /** What the customer can do. It promises nothing (decision J8). */
  next: (canReconsider: boolean) => string;
  button: string;
  /** The parts of the mail about the offer or the order. A state without settled amounts has no such parts. */
  shows?: (deal: AdvisedDeal, portal: MailPortal) => Shown;
  /** The customer has nothing left to do, so the mail shows a less prominent button. */
  isOver?: true;
  /** The state in a few words, for the list of the customer's other deals. */
  short: string;
}

type Shown = Pick<MailParts, 'total' | 'facts' | 'steps'>;

/** A deal with its adviser, as the page of the deal shows them. */
export type AdvisedDeal = Deal & Pick<DealSummary, 'adviser'>;
type MailPortal = MailSender & Pick<PortalFile, 'afterSigning'>;

/** Who had the link sent: the customer on the page, or a colleague at the desk. */
export type SentBy = 'customer' | 'colleague';

const PRIVATE = 'De link is alleen voor u; stuur deze mail niet door.';
const WHY: Readonly<Record<SentBy, (brand: string) => string>> = {
  customer: () => 'Heeft u deze link niet aangevraagd? Dan hoeft u niets te doen.',
  colleague: (brand) => `U krijgt deze mail omdat een collega van ${brand} u de link stuurt.`,
};

/** Mail texts by the status of the deal; without a deal, or if reading fails, a general text. */
const STATES: Readonly<Record<Deal['status'] | 'none', State>> = {
  ready: {
    heading: () => 'Uw offerte staat klaar',
    before: 'Bekijk uw offerte rustig. U zit nergens aan vast tot u tekent.',
    next: () => 'Klopt alles? Dan gaat u online akkoord en tekent u met uw naam.',
    button: 'Bekijk uw offerte',
    shows: offered,
    short: 'staat klaar om te bekijken',
  },
  survey: {
    heading: () => 'Nog enkele vragen voor uw offerte',
    before: 'Wat u al invulde, is bewaard. Beantwoord nu de vragen die nog openstaan.',
    next: () => 'Weet u een antwoord nog niet? Ga dan later verder met dezelfde link.',
    button: 'Ga verder met de vragen',
    short: 'heeft nog enkele vragen voor u',
  },
  preparing: {
    heading: () => 'Uw aanvraag is bij ons binnen',
    before: 'Uw offerte staat nog niet open om te tekenen. Via de link ziet u hoe het ermee staat.',
    next: () => 'U hoeft nu niets te doen. Met dezelfde link kunt u later kijken of de offerte openstaat.',
    button: 'Bekijk uw aanvraag',
    short: 'staat nog niet open om te tekenen',
  },
  signed: {
    heading: () => 'U heeft uw offerte getekend',
    before: 'Via de link vindt u uw bestelling.',
    next: () => 'Kijk of alles klopt. Klopt er iets niet? Bel ons dan.',
    button: 'Bekijk uw bestelling',
    // An order that sales ops closed as lost is not planned, and nothing is paid for it.
    shows: (deal, portal) => (deal.isLost ? unsold(deal, []) : ordered(deal, portal)),
    short: 'heeft u getekend',
  },
  withdrawn: {
    heading: () => 'Uw bestelling is herroepen',
    before: 'Op uw pagina staat wat u had getekend.',
    next: () => 'U hoeft niets meer te doen. Klopt de herroeping niet? Bel ons dan.',
    button: 'Bekijk uw herroeping',
    shows: (deal) => unsold(deal, momentFacts('Herroepen op', deal.withdrawnAt)),
    isOver: true,
    short: 'is herroepen',
  },
  declined: {
    heading: () => 'U heeft deze offerte afgewezen',
    before: 'Via de link kunt u de offerte nog nalezen.',
    next: afterDeclining,
    button: 'Bekijk de offerte',
    shows: (deal) => unsold(deal, momentFacts('Afgewezen op', deal.declinedAt)),
    isOver: true,
    short: 'heeft u afgewezen',
  },
  ended: {
    heading: () => 'Uw aanvraag is gesloten',
    before: 'Via de link ziet u uw aanvraag. U kunt er nu niet mee verder.',
    next: () => 'Wilt u toch een offerte? Bel ons dan.',
    button: 'Bekijk uw aanvraag',
    short: 'is gesloten',
  },
  none: {
    heading: (brand) => `Uw persoonlijke link naar ${brand}`,
    before: 'Met deze link opent u uw gegevens.',
    next: () => 'Kijk of uw gegevens kloppen, en ga verder waar u was.',
    button: 'Open uw gegevens',
    short: '',
  },
};

/** The mail with a customer's personal link (decision B4), and with the parts of their offer or order. */
export function linkMail(
  portal: MailPortal,
  to: { name: string | null; email: string },
  link: string,
  deals: readonly AdvisedDeal[],
  sentBy: SentBy,
): MailMessage {
  const { brand } = portal;
  const deal = mainOf(deals);
  const status = deal?.status ?? 'none';
  const { heading, before, next, button, shows, isOver = false } = STATES[status];
  const subject = `persoonlijke link naar ${brand}`;
  return composeMail(portal, to, {
    subject: status === 'ready' ? `Uw offerte staat klaar: uw ${subject}` : `Uw ${subject}`,
    heading: heading(brand),
    before: [before],
    ...(deal ? partsOf(deal, deals, shows?.(deal, portal)) : { total: null, facts: [] }),
    after: [next(deal?.canReconsider === true)],
    button: { text: button, url: link, isPersonal: true, isOutline: isOver },
    last: [`${PRIVATE} ${WHY[sentBy](brand)}`],
  });
}

/**
 * The deal that the mail is about: an offer that waits for the customer, otherwise questions that wait, otherwise the
 * newest deal that is not closed.
 */
function mainOf(deals: readonly AdvisedDeal[]): AdvisedDeal | undefined {
  return (
    deals.findLast(({ status }) => status === 'ready') ??
    deals.findLast(({ status }) => status === 'survey') ??
    deals.findLast(({ status }) => status !== 'ended') ??
    deals.at(-1)
  );
}

/** The parts of one deal, and the state of the customer's other deals. */
function partsOf(
  deal: AdvisedDeal,
  deals: readonly AdvisedDeal[],
  shown?: Shown,
): Pick<MailParts, 'total' | 'facts' | 'notices' | 'steps'> {
  const { quote, kenmerk } = deal;
  const others = deals.filter((other) => other !== deal);
  const facts: Fact[] = others.length > 0 ? [['Het gaat om', nameOf(deal)]] : [];
  if (shown) facts.push(...shown.facts, ['Offertekenmerk', kenmerk]);
  if (others.length > 0)
    facts.push(['Met dezelfde link', others.map((each) => `${nameOf(each)} ${STATES[each.status].short}`)]);
  return {
    total: shown?.total ?? null,
    facts,
    notices: shown ? quote.notices : [],
    steps: shown?.steps ?? null,
  };
}

/**
 * A name of words and short numbers. The mail shows no other name, because a URL, a telephone number or an account
 * number in it would look like one of ours.
 */
const PLAIN_NAME = /^(?!.*\d{4})[\p{L}\p{M}\d '’&(),+-]+$/u;

const nameOf = ({ Deal_Name, kenmerk }: AdvisedDeal) =>
  Deal_Name !== null && PLAIN_NAME.test(Deal_Name) ? Deal_Name : `Offerte ${kenmerk}`;

function offered(deal: AdvisedDeal, portal: MailPortal): Shown {
  const { payments = [], loan } = deal.conditions ?? {};
  return {
    total: deal.quote.totals,
    facts: [
      ...choiceFacts(deal.quote.highlights, deal),
      ...paymentFacts({ payments, orFinancing: loan != null, warning: loan?.warning }),
      ...adviserFacts(deal.adviser),
    ],
    steps: { heading: STEPS.offer, lines: stepLines(portal, deal) },
  };
}

function ordered(deal: AdvisedDeal, portal: MailPortal): Shown {
  const { quote, signing } = deal;
  return {
    total: quote.totals,
    facts: [
      ...choiceFacts(quote.highlights, deal),
      ...(signing ? paymentFacts({ ...signing, warning: signing.loan?.warning }) : []),
    ],
    // Once a day is agreed, the mail shows no steps: the page shows the days, and a step may be over.
    steps: isUnplanned(signing) ? { heading: STEPS.order, lines: stepLines(portal, deal) } : null,
  };
}

/** Nothing is due, so the amount is one of the facts. The choice has no hexagons, because nothing is ordered. */
function unsold({ quote }: AdvisedDeal, since: readonly Fact[]): Shown {
  return { total: null, facts: [...since, ...choiceFacts(quote.highlights), totalFact(quote.totals)], steps: null };
}

function adviserFacts(adviser: AdvisedDeal['adviser']): Fact[] {
  if (!adviser) return [];
  return [['Uw adviseur', adviser.name, { phone: adviser.phone ?? undefined }]];
}

function isUnplanned(signing: Deal['signing']): boolean {
  return signing !== null && signing.siteVisitAt === null && signing.installationAt === null;
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
      button: { text: 'Bel ons', url: phoneUrl(sender.seller.phone), isPersonal: false },
      last: [],
    },
  );
}
