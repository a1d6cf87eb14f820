import type { ModuleChoice, PanelsAge } from '../../bff/view-models/answers.ts';
import { formatOneDecimal } from './format.ts';

export const SOLAR = {
  title: 'Uw zonnepanelen',
  welcome: (firstName: string) =>
    `${firstName ? `Welkom, ${firstName}. ` : 'Welkom. '}Met een paar korte vragen berekenen wij welke zoutbatterij bij uw huis past. Het kost u ongeveer drie minuten.`,
  question: 'Heeft u zonnepanelen?',
  yes: 'Ja',
  no: 'Nee',
  count: 'Aantal zonnepanelen',
  fewer: 'Eén paneel minder',
  more: 'Eén paneel meer',
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

export const MODULES = {
  title: 'Hoeveel opslag wilt u?',
  intro: 'Eén module slaat 5,7 kWh op. Twijfelt u? Kies wat u nu denkt; wij kijken met u mee.',
  legend: 'Aantal modules',
  advised: 'Ons advies',
  advice: (panels: number, choice: ModuleChoice) =>
    `Ons advies bij ${panels} ${panels === 1 ? 'paneel' : 'panelen'}: ${MODULES.chosen(choice)} (${moduleTexts(choice).storage.replace(' ', '\u00a0')}).`,
  larger: 'Meer nodig, voor een bedrijf of een groot gebouw?',
  callMe: 'Weet ik niet: bel mij',
  missing: 'Kies eerst een aantal modules.',
  fits: 'Past dit?',
  space: 'Ruimte: minimaal 1 m breed, 1 m diep en 2 m hoog.',
  nothing: 'Kies een aantal, dan ziet u hier hoeveel u opslaat.',
  custom: 'Wij bellen u voor een offerte op maat.',
  chosen: (choice: ModuleChoice): string =>
    isCustom(choice) ? LARGE[choice].label : `${choice} ${choice === '1' ? 'module' : 'modules'}`,
} as const;

/** Each module is 5,7 kWh (§9). */
const MODULE_TENTHS_KWH = 57;

const LARGE = {
  L: { label: 'Groot gebruik', storage: '120 kWh' },
  XL: { label: 'Grid gebruik', storage: '2 MW' },
} as const;

export function isCustom(choice: string): choice is 'L' | 'XL' {
  return choice === 'L' || choice === 'XL';
}

/** "6 × 5,7" and "34,2 kWh"; the two largest have a name instead. */
export function moduleTexts(choice: ModuleChoice) {
  if (isCustom(choice)) return LARGE[choice];
  const storage = `${formatOneDecimal((Number(choice) * MODULE_TENTHS_KWH) / 10)} kWh`;
  return { label: `${choice} × 5,7`, storage };
}

export const DISTANCE = {
  title: 'Waar komt de batterij?',
  intro: 'De batterij staat binnen op de begane grond, of buiten in een extra kast.',
  space: 'Houd rekening met een ruimte van minimaal 1 meter breed, 1 meter diep en 2 meter hoog.',
  question: 'Hoe ver is die plek van de meterkast?',
  unit: 'meter',
  fewer: 'Eén minder',
  more: 'Eén meer',
  hint: 'Een schatting is genoeg.',
  missing: 'Vul de afstand in hele meters in.',
  drawing: { cupboard: 'Meterkast', battery: 'Batterij' },
} as const;

export const COMPLETE = {
  title: 'Bedankt voor uw aanvraag',
  mail: 'U ontvangt uw offerte per e-mail.',
  custom: 'Wij bellen u voor een offerte op maat',
  whatNow: 'Wat er nu gebeurt',
  steps: [
    'Wij kijken uw antwoorden na.',
    'U krijgt de offerte per e-mail en vindt hem ook op deze pagina.',
    'Vragen? Bel ons gerust.',
  ],
  customSteps: [
    'Een adviseur bekijkt uw antwoorden.',
    'Wij bellen u om de mogelijkheden te bespreken.',
    'Daarna ontvangt u uw offerte per e-mail.',
  ],
  change: 'Antwoorden aanpassen',
} as const;

export const SAVE_FAILED = 'Uw antwoord is nog niet opgeslagen. Wat u invulde, staat er nog.';
