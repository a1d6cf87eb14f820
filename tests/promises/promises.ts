/**
 * Every sentence that promises a customer an action by somebody: its place, its effect, and the test that shows both
 * (decision J8). A sentence without an effect is not shown.
 */
export interface Promised {
  says: string;
  in: readonly string[];
  effect: string;
  /** A file under tests/, and the beginning of the test's title. */
  shown: readonly [file: string, title: string];
}

const COMPLETE = 'web/texts/survey-steps.ts';
const KEPT = 'promises/kept.test.ts';
const FINISHED = 'e2e/finished-survey.spec.ts';
const SIGNING = 'web/texts/quote-parts.ts';
const PDF = 'bff/documents/pdf-texts.ts';
const ON_MEASURE = 'J8 L and XL: the owner of the deal has a task';
const SURVEY_END = 'J8 the end of a deal’s survey';
const COPY_BY_COLLEAGUE = 'J8 a copy that the CRM does not mail';

export const PROMISES: readonly Promised[] = [
  // While a page is loaded.
  {
    says: 'Wij blijven het proberen.',
    in: ['web/texts/page.ts'],
    effect: 'the request stays open: what it answers is shown without a press',
    shown: ['e2e/gate.spec.ts', '§2.2, fault 02: while verifying'],
  },
  // The end of a survey.
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
    shown: [FINISHED, SURVEY_END],
  },
  {
    says: 'Een adviseur neemt contact met u op over uw offerte.',
    in: [COMPLETE],
    effect: 'one task for the owner of the contact',
    shown: [FINISHED, 'B3 without an address'],
  },
  {
    says: 'Daarna hoort u van ons.',
    in: [COMPLETE],
    effect: 'one task for the owner of the contact',
    shown: [FINISHED, 'B3 without an address'],
  },
  {
    says: 'Wij kijken uw antwoorden na.',
    in: [COMPLETE],
    effect: 'one task for the owner of the contact; of a deal, a lead in the list',
    shown: [FINISHED, SURVEY_END],
  },
  {
    says: 'wij kijken met u mee',
    in: [COMPLETE],
    effect: 'what is chosen stands in the task, or with the lead in the list',
    shown: [FINISHED, SURVEY_END],
  },
  {
    says: 'Wij bellen u voor een offerte op maat',
    in: [COMPLETE],
    effect: 'a task for the owner of the deal',
    shown: [KEPT, ON_MEASURE],
  },
  {
    says: 'Een adviseur bekijkt uw antwoorden.',
    in: [COMPLETE],
    effect: 'a task for the owner of the deal',
    shown: [KEPT, ON_MEASURE],
  },
  {
    says: 'Wij bellen u om de mogelijkheden te bespreken.',
    in: [COMPLETE],
    effect: 'a task for the owner of the deal',
    shown: [KEPT, ON_MEASURE],
  },
  {
    says: 'Daarna ontvangt u uw offerte per e-mail.',
    in: [COMPLETE],
    effect: 'a task for the owner of the deal; only with an address',
    shown: [KEPT, ON_MEASURE],
  },
  // A deal that cannot be approved.
  {
    says: 'Wij werken aan uw offerte',
    in: ['web/texts/offer.ts'],
    effect: 'a lead in the list',
    shown: [KEPT, 'ivo: no questions and no offer yet'],
  },
  {
    says: 'hoort u van ons',
    in: ['web/texts/page.ts'],
    effect: 'a lead in the list',
    shown: [KEPT, 'ivo: no questions and no offer yet'],
  },
  {
    says: 'Wij kijken deze offerte nog voor u na.',
    in: ['web/texts/quote-parts.ts'],
    effect: 'a lead in the list, whose offer the desk calls closed',
    shown: [KEPT, 'hanna: an offer that is not released'],
  },
  {
    says: 'U kunt nog niet akkoord gaan, daarna wel.',
    in: ['web/texts/quote-parts.ts'],
    effect: 'once a colleague releases the offer, it is approved and signed',
    shown: [KEPT, 'J8 "daarna wel"'],
  },
  {
    says: 'Wij maken uw offerte af',
    in: ['web/texts/quote-parts.ts'],
    effect: 'a lead in the list, whose offer the desk calls incomplete',
    shown: [KEPT, 'bram: an offer that does not add up'],
  },
  {
    says: 'hij wordt bijgewerkt',
    in: ['web/texts/quote-parts.ts'],
    effect: 'a lead in the list, whose offer the desk calls incomplete',
    shown: [KEPT, 'karel: an offer that sales ops changed'],
  },
  {
    says: 'Wij kijken de offerte nog eens na',
    in: ['web/texts/quote-parts.ts'],
    effect: 'a lead in the list, whose offer the desk calls closed',
    shown: ['e2e/dead-ends.spec.ts', 'F1 its sign form is open and a quote is'],
  },
  // A customer's messages.
  {
    says: 'dan bellen wij u',
    in: ['web/texts/quote.ts'],
    effect: 'the booking page takes the moment and the number',
    shown: ['e2e/bram.spec.ts', '§2.5 "Bel mij"'],
  },
  {
    says: 'Wij beantwoorden uw vraag',
    in: ['web/texts/quote-parts.ts'],
    effect: 'a note and a task for the owner of the deal',
    shown: ['e2e/carla.spec.ts', 'A2 a question'],
  },
  {
    says: 'Een adviseur neemt contact met u op.',
    in: ['web/texts/quote-parts.ts'],
    effect: 'a note and a task for the owner of the deal',
    shown: ['e2e/carla.spec.ts', 'A2 a question'],
  },
  {
    says: 'Wij bellen u dan niet meer over deze offerte',
    in: ['web/texts/quote-parts.ts'],
    effect: 'the deal leaves the list of leads, and nobody is handed it',
    shown: ['e2e/carla.spec.ts', 'A2 "Ik wil deze offerte niet"'],
  },
  {
    says: 'Wij bellen u niet meer over deze offerte, tenzij u dat wilt.',
    in: ['web/texts/quote-parts.ts'],
    effect: 'the deal leaves the list of leads, and nobody is handed it',
    shown: ['e2e/carla.spec.ts', 'A2 "Ik wil deze offerte niet"'],
  },
  {
    says: 'Wij bellen u niet meer over deze offerte.',
    in: ['bff/deal/decline-mail.ts'],
    effect: 'the deal leaves the list of leads, and nobody is handed it',
    shown: [KEPT, 'J8 a declined offer is nobody’s next lead'],
  },
  {
    says: 'tot een collega hem voor u aanpast',
    in: ['web/texts/survey.ts'],
    effect: 'a note and a task for the owner of the deal',
    shown: ['e2e/offer-version.spec.ts', 'J2 a customer asks'],
  },
  {
    says: 'tot een collega hem aanpast',
    in: ['web/texts/quote.ts'],
    effect: 'a note and a task for the owner of the deal, once it is asked for',
    shown: ['e2e/offer-version.spec.ts', 'J2 a customer asks'],
  },
  {
    says: 'laten wij u eerst zien wat',
    in: ['web/texts/quote.ts'],
    effect: 'another offer is not signed, and shown beside the one before',
    shown: ['e2e/bram.spec.ts', 'F1, fault 34'],
  },
  // After the signature.
  {
    says: 'Wij sturen u deze bevestiging ook toe.',
    in: [SIGNING],
    effect: 'the receipt is mailed, or a colleague has a task',
    shown: [KEPT, 'J8 a withdrawal: the owner has a task'],
  },
  {
    says: 'krijgt u een kopie',
    in: ['web/texts/quote.ts'],
    effect: 'the order is mailed, or a colleague has a task',
    shown: [KEPT, 'J8 an order: the copy is mailed'],
  },
  {
    says: 'is gemaild',
    in: [SIGNING],
    effect: 'the CRM took the mail',
    shown: [KEPT, 'J8 an order: the copy is mailed'],
  },
  {
    says: 'wordt klaargemaakt en gemaild',
    in: [SIGNING],
    effect: 'the order is mailed, or a colleague has a task',
    shown: ['bff/order-copy-faults.test.ts', 'what a failing CRM leaves undone'],
  },
  {
    says: 'Een collega stuurt het u toe',
    in: [SIGNING],
    effect: 'a task for the owner of the deal',
    shown: [KEPT, COPY_BY_COLLEAGUE],
  },
  {
    says: 'Een collega kijkt het na',
    in: [SIGNING],
    effect: 'a task for the owner of the deal',
    shown: ['e2e/order-page.spec.ts', 'the signer reads that the copy could not be mailed'],
  },
  {
    says: 'Wij bellen u om de installatie in te plannen.',
    in: ['bff/view-models/step-texts.ts'],
    effect: 'the deal has the stage of an order, from which installations are planned',
    shown: [KEPT, 'J8 an order: the copy is mailed'],
  },
  {
    says: 'Onze planner belt u binnen twee werkdagen',
    in: ['portal.json'],
    effect: 'the deal has the stage of an order, from which installations are planned',
    shown: [KEPT, 'J8 an order: the copy is mailed'],
  },
  {
    says: 'Daarna bellen wij u om de installatie te plannen.',
    in: ['web/texts/quote.ts'],
    effect: 'the deal has the stage of an order, from which installations are planned',
    shown: [KEPT, 'J8 an order: the copy is mailed'],
  },
  {
    says: 'Wat u al heeft betaald, krijgt u dan terug.',
    in: [SIGNING],
    effect: 'the task for the owner of the deal says until when to repay',
    shown: [KEPT, 'J8 a withdrawal'],
  },
  {
    says: 'Wij nemen contact met u op over de afhandeling.',
    in: [SIGNING, 'bff/agreement/order-mail.ts'],
    effect: 'a task for the owner of the deal',
    shown: [KEPT, 'J8 a withdrawal'],
  },
  {
    says: 'krijgt u uiterlijk op',
    in: [SIGNING, 'bff/agreement/order-mail.ts', PDF],
    effect: 'the task for the owner of the deal names that last day for paying back',
    shown: [KEPT, 'J8 a withdrawal'],
  },
  {
    says: 'Wij sturen ze u toe als u daarom vraagt.',
    in: [SIGNING, PDF],
    effect: 'who asks reaches somebody: telephone and mail address stand on the page',
    shown: [KEPT, 'J8 a withdrawal'],
  },
  {
    says: 'Wij zoeken ze voor u op als u daarom vraagt.',
    in: [SIGNING, PDF],
    effect: 'who asks reaches somebody: telephone and mail address stand on the page',
    shown: [KEPT, 'J8 a withdrawal'],
  },
  // The personal link.
  {
    says: 'dan mailen wij',
    in: ['web/texts/page.ts'],
    effect: 'the link is mailed to an address that is known, or a colleague has a task',
    shown: ['bff/verify.test.ts', 'known or unknown: 202 and the same sentence'],
  },
  {
    says: 'ontvangt u binnen enkele minuten een e-mail',
    in: ['bff/http/api-texts.ts'],
    effect: 'the link is mailed to an address that is known, or a colleague has a task',
    shown: ['bff/verify.test.ts', 'known or unknown: 202 and the same sentence'],
  },
];
