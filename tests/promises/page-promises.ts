import type { Promised } from './promised.ts';

const PAGE = 'web/texts/page.ts';
const PHOTOS = 'web/texts/photos.ts';
const AGAIN = 'e2e/photos-kept.spec.ts';
const SENT_AGAIN = {
  effect: 'the photos are sent again without a press',
  shown: [AGAIN, 'J8 the page says that it tries again by itself'],
} as const;

/** What the page itself does, at once or by itself. */
export const PAGE_PROMISES: readonly Promised[] = [
  {
    says: 'Uw gegevens worden geladen',
    in: [PAGE],
    effect: 'the offer, or what went wrong, follows',
    shown: ['e2e/gate.spec.ts', '§2.2, fault 02: while verifying'],
  },
  {
    says: 'Wij blijven het proberen.',
    in: [PAGE],
    effect: 'the request stays open: what it answers is shown without a press',
    shown: ['e2e/gate.spec.ts', '§2.2, fault 02: while verifying'],
  },
  {
    says: 'Zodra die er weer is, gaat dit vanzelf verder.',
    in: [PAGE],
    effect: 'the part that waited is shown without a press',
    shown: ['e2e/dead-ends.spec.ts', 'I4 in a new visit every answer can be changed'],
  },
  {
    says: 'worden van dit apparaat gewist.',
    in: [PAGE],
    effect: 'after "Ja" nothing of the customer is left on the device',
    shown: ['e2e/security-storage.spec.ts', 'security 42, I6 "this is not me"'],
  },
  {
    says: 'Wat u al heeft opgeslagen, blijft staan',
    in: [PAGE],
    effect: 'saved answers, and typed text too, are there after a reload and a dead connection',
    shown: ['e2e/joke.spec.ts', 'C2, §8, fault 36: on each step'],
  },
  {
    says: 'Uw antwoord wordt opgeslagen',
    in: [PAGE],
    effect: 'the write runs; its failure is told',
    shown: ['e2e/forms.spec.ts', 'H1 saving is announced, and so is a failure'],
  },
  {
    says: 'wij maken er 1 van.',
    in: ['web/texts/fields.ts'],
    effect: 'the field holds 1',
    shown: ['e2e/forms.spec.ts', 'I5 a distance is rounded up and says so'],
  },
  {
    says: 'Uw aanvraag wordt verstuurd',
    in: ['web/texts/survey-steps.ts'],
    effect: 'the task for the owner; a failure says so',
    shown: ['e2e/finished-survey.spec.ts', 'J8 the page thanks only once the CRM has it'],
  },
  {
    says: 'Wij rekenen uw prijs meteen opnieuw uit.',
    in: ['web/texts/quote-parts.ts'],
    effect: 'the answer to the new choice has its price',
    shown: ['bff/deal-update.test.ts', 'E7 bram chooses again'],
  },
  {
    says: 'worden vooraf ingevuld op de afsprakenpagina.',
    in: ['web/texts/quote-parts.ts'],
    effect: 'the address of the booking page has them',
    shown: ['e2e/quote-page.spec.ts', '§2.5 "Bel mij"'],
  },
  // Photos.
  {
    says: "foto's ziet onze monteur of alles past",
    in: [PHOTOS],
    effect: 'the photos are in the CRM under their names, and at the desk',
    shown: ['e2e/admin-photos.spec.ts', 'I11 the contact panel shows'],
  },
  {
    says: 'Ze worden vanzelf verzonden.',
    in: [PHOTOS],
    effect: 'a chosen photo is sent without a press',
    shown: ['e2e/photos.spec.ts', 'three named photos'],
  },
  {
    says: "Grote foto's maken wij kleiner voor u.",
    in: [PHOTOS],
    effect: 'the stored photo has at most 2,560 pixels a side',
    shown: ['e2e/photos.spec.ts', 'three named photos'],
  },
  {
    says: "Zodra die er weer is, worden uw foto's vanzelf verzonden.",
    in: [PHOTOS],
    effect: 'they are sent when the connection is back, without a press',
    shown: [AGAIN, 'fault 36: no connection'],
  },
  {
    says: "Uw foto's blijven bewaard;",
    in: [PHOTOS],
    effect: 'the photos are on the device, also after a reload',
    shown: [AGAIN, '§8 the CRM is down'],
  },
  {
    says: 'Ze blijven op dit apparaat bewaard.',
    in: [PHOTOS],
    effect: 'the photos are on the device until a press sends them',
    shown: [AGAIN, 'J8 the server refuses a photo'],
  },
  {
    says: "uw foto's blijven bewaard.",
    in: [PHOTOS],
    effect: 'the photos are on the device, and are sent after the reload',
    shown: [AGAIN, 'J8 a new version has no such file'],
  },
  { says: 'ij proberen het vanzelf opnieuw', in: [PHOTOS], ...SENT_AGAIN },
  { says: "uw foto's worden vanzelf opnieuw verzonden.", in: [PHOTOS], ...SENT_AGAIN },
];
