import type { ModuleChoice } from '../../bff/view-models/answers.ts';
import { chosenModules, moduleTexts } from './module-names.ts';

export const MODULES = {
  title: 'Hoeveel opslag wilt u?',
  intro: 'Eén module slaat 5,7 kWh op. Twijfelt u? Kies wat u nu denkt; wij kijken met u mee.',
  legend: 'Aantal modules',
  advised: 'Ons advies',
  advice: (panels: number, choice: ModuleChoice) =>
    `Ons advies bij ${panels} ${panels === 1 ? 'paneel' : 'panelen'}: ${chosenModules(choice)} (${moduleTexts(choice).storage.replace(' ', '\u00a0')}).`,
  larger: 'Meer nodig, voor een bedrijf of een groot gebouw?',
  callMe: 'Weet ik niet: bel mij',
  missing: 'Kies eerst een aantal modules.',
  fits: 'Past dit?',
  space: 'Ruimte: minimaal 1 m breed, 1 m diep en 2 m hoog.',
  nothing: 'Kies een aantal, dan ziet u hier hoeveel u opslaat.',
  price: (price: string) => `${price} incl. btw`,
  perModule: (price: string, metres: number) =>
    `${price} per module, met omvormer, installatie en ${metres} meter kabel.`,
  custom: 'Wij bellen u voor een offerte op maat.',
} as const;
