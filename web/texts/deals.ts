import type { DealSummary } from '../../bff/view-models/contact.ts';

export const DEALS = {
  title: 'Uw offertes',
  intro: 'Kies een offerte om verder te gaan.',
  nameless: 'Offerte',
  status: {
    survey: 'Nog enkele vragen te beantwoorden',
    preparing: 'Wij werken aan uw offerte',
    ready: 'Klaar om te bekijken',
    signed: 'Ondertekend',
    withdrawn: 'Herroepen',
    declined: 'Afgewezen',
  } satisfies Record<DealSummary['status'], string>,
  since: (status: string, moment: string) => `${status} op ${moment}`,
  unknown: {
    title: 'Deze offerte bestaat niet (meer)',
    text: 'Misschien is hij vervangen door een nieuwe.',
    list: 'Naar uw offertes',
  },
  failed: 'Deze offerte kan nu niet worden geladen',
  stale: 'De laatste gegevens konden niet worden opgehaald. U ziet wat wij het laatst wisten.',
  working: 'Wij werken aan uw offerte. Zodra er nieuws is, hoort u van ons.',
  all: 'Al uw offertes',
} as const;
