import { KEPT, PLANNED, type Promised } from './promised.ts';

const PORTAL_FILE = 'portal.json';
const REACHED = {
  effect: 'who complains reaches the seller: telephone and mail address stand on the page; the rest is the seller’s',
  shown: [KEPT, 'J8 the seller’s terms promise an answer and a repair'],
} as const;

/**
 * The seller's own sentences, in the portal file of the sandbox. A row names what the portal adds to a promise. The seller
 * keeps it, and answers for the sentences of their own portal file, which no test reads.
 */
export const SELLER_PROMISES: readonly Promised[] = [
  { says: 'Onze planner belt u binnen twee werkdagen', in: [PORTAL_FILE], ...PLANNED },
  { says: 'Een monteur bekijkt bij u thuis de meterkast', in: [PORTAL_FILE], ...PLANNED },
  { says: 'De monteur zet de batterij aan en legt uit', in: [PORTAL_FILE], ...PLANNED },
  { says: 'Wij plannen de installatie samen met u.', in: [PORTAL_FILE], ...PLANNED },
  {
    says: 'Ook na de installatie belt u met dezelfde mensen.',
    in: [PORTAL_FILE],
    effect: 'an order names the adviser of the offer, with their own number',
    shown: ['e2e/quote-page.spec.ts', 'an order is not a bill'],
  },
  { says: 'u hoort binnen vijf werkdagen van ons.', in: [PORTAL_FILE], ...REACHED },
  { says: 'dan herstellen of vervangen wij het kosteloos.', in: [PORTAL_FILE], ...REACHED },
  {
    says: 'De lening wordt verstrekt door een kredietgever met een vergunning.',
    in: [PORTAL_FILE],
    effect: 'the lender’s own; with the choice the order names the lender and the warning',
    shown: ['bff/documents/order-model.test.ts', 'financing chosen: %s. Evidence, page, PDF and mail say so'],
  },
];
