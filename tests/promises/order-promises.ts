import { KEPT, PLANNED, type Promised, WITHDRAWN } from './promised.ts';

const SIGNING = 'web/texts/order.ts';
const MAIL = 'bff/agreement/order-mail.ts';
const PDF = 'bff/documents/pdf-texts.ts';
const STEPS = 'bff/view-models/step-texts.ts';
const COPY_BY_COLLEAGUE = 'J8 a copy that the CRM does not mail';
const CONDITION = {
  effect: 'the condition stands in the order on page, PDF and mail: it is what was agreed',
  shown: ['bff/documents/order-model.test.ts', 'a conditional subsidy is printed'],
} as const;
const REACHED = {
  effect: 'who asks reaches somebody: telephone and mail address stand on the page',
  shown: [WITHDRAWN, 'J8 a withdrawal'],
} as const;

/** What follows a signature or a withdrawal, also if an offer announces it. */
export const ORDER_PROMISES: readonly Promised[] = [
  // The planner's call, the site visit and the installation.
  { says: 'Wij bellen u om de installatie in te plannen.', in: [STEPS], ...PLANNED },
  { says: 'Daarna bellen wij u om afspraken te maken.', in: ['web/texts/quote-parts.ts'], ...PLANNED },
  { says: 'Wij bellen u om de levering en de inspectie te plannen.', in: [STEPS], ...PLANNED },
  { says: 'Bij u thuis wordt bekeken waar de batterij komt.', in: [STEPS], ...PLANNED },
  { says: 'Na de installatie staat uw batterij aan.', in: [STEPS], ...PLANNED },
  { says: 'Onze monteur kijkt ter plaatse waar alles het beste past.', in: [PDF], ...PLANNED },
  // The order and its copy.
  {
    says: 'Wij leggen uw bestelling vast, met datum en offertekenmerk.',
    in: [PDF],
    effect: 'the signature with its evidence, on which moment and kenmerk stand',
    shown: ['bff/documents/signed-pdf.test.ts', 'F3 name, moment and fingerprint as stored in the CRM'],
  },
  { says: 'als de subsidie wordt toegekend.', in: ['bff/quote/quote-texts.ts'], ...CONDITION },
  { says: 'Wordt zij niet toegekend, dan vervalt de bestelling', in: ['bff/quote/quote-texts.ts'], ...CONDITION },
  {
    says: 'U krijgt deze bevestiging ook per e-mail of van een collega.',
    in: [SIGNING],
    effect: 'the receipt is mailed, or a colleague has a task; an hour later it is no longer promised',
    shown: [WITHDRAWN, 'J8 an hour after a withdrawal'],
    refused: [WITHDRAWN, 'J8 a withdrawal whose receipt cannot be mailed'],
  },
  {
    says: 'Een collega stuurt u de bevestiging toe',
    in: [SIGNING],
    effect: 'a task asks a colleague to send the receipt',
    shown: [WITHDRAWN, 'J8 a withdrawal whose receipt cannot be mailed'],
  },
  {
    says: 'krijgt u een kopie',
    in: ['web/texts/quote-parts.ts'],
    effect: 'the order is mailed, or a colleague has a task',
    shown: [KEPT, 'J8 an order: the copy is mailed'],
    refused: [KEPT, COPY_BY_COLLEAGUE],
  },
  {
    says: 'is gemaild',
    in: [SIGNING],
    effect: 'the CRM took the mail',
    shown: [KEPT, 'J8 an order: the copy is mailed'],
  },
  {
    says: 'is verstuurd',
    in: [SIGNING],
    effect: 'a colleague recorded that they sent it',
    shown: [KEPT, COPY_BY_COLLEAGUE],
  },
  {
    says: 'wordt klaargemaakt en gemaild',
    in: [SIGNING],
    effect: 'the order is mailed, or a colleague has a task',
    shown: ['bff/order-copy-faults.test.ts', 'what a failing CRM leaves undone'],
    refused: [KEPT, 'J8 %s: the page of a copy that is still being made promises no mail'],
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
    shown: [KEPT, 'J8 the signer reads that the copy %s'],
  },
  {
    says: 'Wat u al heeft betaald, krijgt u dan terug.',
    in: [SIGNING],
    effect: 'the task for the owner of the deal says until when to repay',
    shown: [WITHDRAWN, 'J8 a withdrawal'],
  },
  {
    says: 'Wij nemen contact met u op over de afhandeling.',
    in: [SIGNING, MAIL],
    effect: 'a task for the owner of the deal',
    shown: [WITHDRAWN, 'J8 a withdrawal'],
  },
  {
    says: 'krijgt u uiterlijk op',
    in: [SIGNING, MAIL, PDF],
    effect: 'the task for the owner of the deal names that last day for paying back',
    shown: [WITHDRAWN, 'J8 a withdrawal'],
  },
  { says: 'Wij sturen ze u toe als u daarom vraagt.', in: [SIGNING, PDF], ...REACHED },
  { says: 'Wij zoeken ze voor u op als u daarom vraagt.', in: [SIGNING, PDF], ...REACHED },
];
