import { ORDER_PROMISES } from './order-promises.ts';
import { PAGE_PROMISES } from './page-promises.ts';
import { KEPT, type Promised } from './promised.ts';
import { SELLER_PROMISES } from './seller-promises.ts';

const COMPLETE = 'web/texts/survey-steps.ts';
const OFFER = 'web/texts/quote-parts.ts';
const FINISHED = 'e2e/finished-survey.spec.ts';
const ON_MEASURE = 'J8 L and XL: the owner of the deal has a task';
const SURVEY_END = ['e2e/anna.spec.ts', 'J8 the end of a deal’s survey'] as const;
const ON_PAGE = {
  effect: 'the offer that a colleague makes is on that page',
  shown: [KEPT, 'J8 "op deze pagina"'],
} as const;
const TASK = {
  effect: 'a task for the owner of the deal',
  shown: [KEPT, ON_MEASURE],
} as const;
const TASK_TO_CALL = {
  effect: 'one task for the owner of the contact; only with a telephone number',
  shown: [FINISHED, 'B3 without an address'],
} as const;
const LEAD = {
  effect: 'a lead in the list',
  shown: [KEPT, 'ivo: no questions and no offer yet'],
} as const;
const CLOSED_LEAD = {
  effect: 'a lead in the list, whose offer the desk calls closed',
  shown: [KEPT, 'hanna: an offer that is not released'],
} as const;
const INCOMPLETE_LEAD = {
  effect: 'a lead in the list, whose offer the desk calls incomplete',
  shown: [KEPT, 'karel: an offer that sales ops changed'],
} as const;
const RELEASED = {
  effect: 'once a colleague releases the offer, it is approved and signed',
  shown: [KEPT, 'J8 "daarna wel"'],
} as const;
const BOOKED = {
  effect: 'the booking page takes the moment and the number',
  shown: ['e2e/quote-page.spec.ts', '§2.5 "Bel mij"'],
} as const;
const ASKED = {
  effect: 'a note and a task for the owner of the deal',
  shown: ['e2e/carla.spec.ts', 'A2 a question'],
} as const;
const WISHED = {
  effect: 'a note and a task for the owner of the deal, once it is asked for',
  shown: ['e2e/offer-version.spec.ts', 'J2 a customer asks'],
} as const;
const NOT_CALLED = {
  effect: 'the deal leaves the list of leads, nobody is handed it, and the calls planned about it end',
  shown: ['e2e/carla.spec.ts', 'A2 "Ik wil deze offerte niet"'],
} as const;
const COMPARED = {
  effect: 'another offer is not signed, and shown beside the one before',
  shown: ['e2e/bram.spec.ts', 'F1, fault 34'],
} as const;
const LINK_MAILED = {
  effect: 'the link is mailed to an address that is known, or a colleague has a task',
  shown: ['bff/verify.test.ts', 'known or unknown: 202 and the same sentence'],
} as const;

/** What follows a survey, a message or a request for a link, and what happens to an offer until it is signed. */
const OFFER_PROMISES: readonly Promised[] = [
  // A survey and its end.
  {
    says: 'U ontvangt uw offerte per e-mail.',
    in: [COMPLETE],
    effect: 'one task for the owner of the contact, who has the address; of a deal, a lead in the list',
    shown: [FINISHED, 'J8 the end of the survey tells the owner'],
  },
  {
    says: 'U krijgt de offerte per e-mail',
    in: [COMPLETE],
    effect: 'the same, and only with an address',
    shown: SURVEY_END,
  },
  { says: 'Een adviseur neemt contact met u op over uw offerte.', in: [COMPLETE], ...TASK_TO_CALL },
  { says: 'Daarna hoort u van ons.', in: [COMPLETE], ...TASK_TO_CALL },
  {
    says: 'Wij kijken uw antwoorden na.',
    in: [COMPLETE],
    effect: 'one task for the owner of the contact; of a deal, a lead in the list',
    shown: SURVEY_END,
  },
  {
    says: 'wij kijken met u mee',
    in: [COMPLETE],
    effect: 'what is chosen stands in the task, or with the lead in the list',
    shown: SURVEY_END,
  },
  { says: 'Wij bellen u voor een offerte op maat', in: [COMPLETE], ...TASK },
  { says: 'Een adviseur bekijkt uw antwoorden.', in: [COMPLETE], ...TASK },
  {
    says: 'Wij bellen u om de mogelijkheden te bespreken.',
    in: [COMPLETE],
    effect: 'a task for the owner of the deal; only with a telephone number',
    shown: [FINISHED, 'J8 a customer of a large battery without a telephone number'],
  },
  {
    says: 'Daarna ontvangt u uw offerte per e-mail.',
    in: [COMPLETE],
    effect: 'a task for the owner of the deal; only with an address',
    shown: [KEPT, ON_MEASURE],
  },
  {
    says: 'maken wij een offerte voor een zoutbatterij bij uw huis.',
    in: ['web/texts/survey.ts'],
    effect: 'the answers are an offer with its price, in the CRM and on the page',
    shown: ['e2e/anna.spec.ts', '§2.2–§2.5 from the personal link'],
  },
  { says: 'U vindt uw offerte straks op deze pagina.', in: [COMPLETE], ...ON_PAGE },
  { says: 'Daarna vindt u uw offerte op deze pagina.', in: [COMPLETE], ...ON_PAGE },
  {
    says: 'U vindt de offerte op deze pagina, met dezelfde persoonlijke link.',
    in: [COMPLETE],
    effect: 'a lead in the list; released, the offer is on that page',
    shown: SURVEY_END,
  },
  // A deal that cannot be approved.
  { says: 'Wij werken aan uw offerte', in: ['web/texts/offer.ts'], ...LEAD },
  { says: 'hoort u van ons', in: ['web/texts/page.ts'], ...LEAD },
  { says: 'Wij kijken deze offerte nog voor u na.', in: [OFFER], ...CLOSED_LEAD },
  { says: 'U kunt nog niet akkoord gaan, daarna wel.', in: [OFFER], ...RELEASED },
  {
    says: 'Wij maken uw offerte af',
    in: [OFFER],
    effect: 'a lead in the list, whose offer the desk calls incomplete',
    shown: [KEPT, 'bram: an offer that does not add up'],
  },
  { says: 'hij wordt bijgewerkt', in: [OFFER], ...INCOMPLETE_LEAD },
  {
    says: 'Wij kijken de offerte nog eens na',
    in: [OFFER],
    effect: 'a lead in the list, whose offer the desk calls closed',
    shown: ['e2e/dead-ends.spec.ts', 'F1 its sign form is open and a quote is'],
  },
  { says: 'Wij maken uw offerte.', in: [OFFER], ...LEAD },
  { says: 'U vindt hem straks op deze pagina, met dezelfde persoonlijke link.', in: [OFFER], ...ON_PAGE },
  { says: 'wordt nog nagekeken', in: [OFFER, 'bff/http/api-texts.ts'], ...CLOSED_LEAD },
  {
    says: 'Zodra zij klaar is, kan zij op papier.',
    in: ['bff/http/api-texts.ts'],
    effect: 'once a colleague releases the offer, it is downloaded as PDF',
    shown: [KEPT, 'J8 "daarna wel"'],
  },
  { says: 'Deze offerte wordt bijgewerkt.', in: ['bff/http/api-texts.ts'], ...INCOMPLETE_LEAD },
  { says: 'zodra hij weer open staat, kunt u hier verder.', in: [OFFER], ...RELEASED },
  // A customer's messages.
  { says: 'dan bellen wij u', in: ['web/texts/quote.ts'], ...BOOKED },
  { says: 'Wij beantwoorden uw vraag', in: [OFFER], ...ASKED },
  { says: 'Een adviseur neemt contact met u op.', in: [OFFER], ...ASKED },
  { says: 'Wij bellen u dan niet meer over deze offerte', in: [OFFER], ...NOT_CALLED },
  { says: 'Wij bellen u niet meer over deze offerte, tenzij u dat wilt.', in: [OFFER], ...NOT_CALLED },
  {
    says: 'Wij bellen u niet meer over deze offerte.',
    in: ['bff/deal/decline-mail.ts'],
    effect: 'the deal leaves the list of leads, nobody is handed it, and the calls planned about it end',
    shown: ['promises/declined.test.ts', 'J8 a declined offer is nobody’s next lead'],
  },
  { says: 'tot een collega hem voor u aanpast', in: ['web/texts/survey.ts'], ...WISHED },
  { says: 'tot een collega hem aanpast', in: [OFFER], ...WISHED },
  { says: 'laten wij u eerst zien wat', in: [OFFER], ...COMPARED },
  { says: 'Afspraak om gebeld te worden', in: [OFFER], ...BOOKED },
  {
    says: 'krijgt de offerte een ander kenmerk en ziet u dat voordat u tekent.',
    in: ['bff/documents/pdf-texts.ts'],
    ...COMPARED,
  },
  // The personal link.
  { says: 'dan mailen wij', in: ['web/texts/page.ts'], ...LINK_MAILED },
  { says: 'ontvangt u binnen enkele minuten een e-mail', in: ['bff/http/api-texts.ts'], ...LINK_MAILED },
  {
    says: 'U krijgt deze mail omdat een collega van',
    in: ['bff/contact/link-mail.ts'],
    effect: 'it is that mail, and a colleague had it sent',
    shown: ['bff/link-mails.test.ts', 'a mail says who had the link sent'],
  },
];

/** The table of decision J8. A test fails for a sentence that promises something and is not in it. */
export const PROMISES: readonly Promised[] = [
  ...PAGE_PROMISES,
  ...OFFER_PROMISES,
  ...ORDER_PROMISES,
  ...SELLER_PROMISES,
];
