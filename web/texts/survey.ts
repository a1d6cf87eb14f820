import type { PanelsAge } from '../../bff/view-models/answers.ts';

export const SOLAR = {
  title: 'Uw zonnepanelen',
  welcome: (firstName: string) =>
    `${firstName ? `Welkom, ${firstName}. ` : 'Welkom. '}Met een paar korte vragen maken wij een offerte voor een zoutbatterij bij uw huis.`,
  question: 'Heeft u zonnepanelen?',
  yes: 'Ja',
  no: 'Nee',
  count: 'Aantal zonnepanelen',
  fewer: 'Eén paneel minder',
  more: 'Eén paneel meer',
  hint: 'Een schatting is genoeg.',
  age: 'Hoe oud zijn de panelen?',
  askMany: (count: string) => `Klopt het dat u ${count} panelen heeft?`,
  askManyYes: 'Ja, dat klopt',
  askManyNo: 'Nee, aanpassen',
  missingCount: 'Vul het aantal zonnepanelen in.',
  missingAge: 'Kies hoe oud de panelen zijn.',
} as const;

export const PANELS_AGE_PROMPT = 'Selecteer:';
export const PANELS_AGE_LABELS: Record<PanelsAge, string> = {
  '-1': 'Minder dan 1 jaar',
  '1-2': '1 tot 2 jaar',
  '2-3': '2 tot 3 jaar',
  '3-4': '3 tot 4 jaar',
  '4-5': '4 tot 5 jaar',
  '5+': 'Meer dan 5 jaar',
};

export const SAVE_FAILED = 'Uw antwoord is nog niet opgeslagen. Wat u invulde, staat er nog.';

export const REVIEW = {
  title: 'Controleer uw antwoorden',
  ofDeal: 'Uw antwoorden',
  change: 'Wijzig',
  add: 'Toevoegen',
  ask: 'Vraag een wijziging aan',
  askThis: 'Vraag deze wijziging aan',
  asked: 'Wij hebben uw wens ontvangen',
  askedNext: 'Uw offerte blijft zoals hij is, tot een collega hem voor u aanpast.',
  nothing: 'Nog niet ingevuld',
  inOffer: 'Staat in uw offerte',
  incomplete: 'Nog niet compleet',
  noPhotos: "Nog geen foto's ontvangen",
  unknownPhotos: "Wij kunnen nu niet zien welke foto's wij al hebben.",
  hasPanels: (count: string, age: string) =>
    [`Ja, ${count} ${count === '1' ? 'paneel' : 'panelen'}`, age.toLowerCase()].filter(Boolean).join(', '),
  noPanels: 'Nee',
  metres: (count: string) => `${count} meter van de meterkast`,
} as const;
