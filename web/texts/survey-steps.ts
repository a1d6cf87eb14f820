import type { BatterySize, ModuleChoice } from '../../bff/view-models/answers.ts';
import { formatOneDecimal } from './format.ts';

/** The end of a survey. Everything promised here must happen: the table of promises says how. */
export const COMPLETE = {
  title: 'Bedankt voor uw aanvraag',
  sending: 'Uw aanvraag wordt verstuurd',
  sendingText: 'Een moment geduld. Dit zijn uw antwoorden.',
  unsent: 'Uw aanvraag is nog niet verstuurd',
  unsentText: 'Uw antwoorden zijn bewaard.',
  whatNow: 'Wat er nu gebeurt',
  /** If the customer has an e-mail address. */
  byEmail: {
    lead: 'U ontvangt uw offerte per e-mail.',
    steps: ['Wij kijken uw antwoorden na.', 'U krijgt de offerte per e-mail en vindt hem ook op deze pagina.'],
  },
  /** Without an address, for a contact. */
  byContact: {
    lead: 'Een adviseur neemt contact met u op over uw offerte.',
    steps: ['Wij kijken uw antwoorden na.', 'Daarna hoort u van ons.'],
  },
  /** For a contact without an address and a telephone number. */
  unreachable: {
    lead: 'Bel ons voor uw offerte, of vul een telefoonnummer of e-mailadres in.',
    steps: ['Wij kijken uw antwoorden na.'],
  },
  complete: 'Gegevens aanvullen',
  /** Without an address, for a deal: its page shows the offer. */
  byPage: {
    lead: 'U vindt uw offerte straks op deze pagina.',
    steps: ['Wij kijken uw antwoorden na.', 'U vindt de offerte op deze pagina, met dezelfde persoonlijke link.'],
  },
  /** The changed offer is already on this page. */
  offered: { lead: 'Uw offerte staat hieronder.', steps: [] },
  custom: {
    lead: 'Wij bellen u voor een offerte op maat',
    steps: ['Een adviseur bekijkt uw antwoorden.', 'Wij bellen u om de mogelijkheden te bespreken.'],
    withoutPhone: {
      lead: 'Bel ons voor een offerte op maat, of vul uw telefoonnummer in',
      steps: ['Een adviseur bekijkt uw antwoorden.'],
    },
    byEmail: 'Daarna ontvangt u uw offerte per e-mail.',
    byPage: 'Daarna vindt u uw offerte op deze pagina.',
    change: 'Antwoorden aanpassen',
  },
} as const;

/** Each module stores 5,7 kWh (§9). */
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

export function chosenModules(choice: ModuleChoice) {
  return isCustom(choice) ? LARGE[choice].label : `${choice} ${choice === '1' ? 'module' : 'modules'}`;
}

export const MODULES = {
  title: 'Hoeveel opslag wilt u?',
  intro: 'Eén module slaat 5,7 kWh op.',
  doubt: 'Twijfelt u? Kies wat u nu denkt; wij kijken met u mee.',
  legend: 'Aantal modules',
  advised: 'Ons advies',
  advice: (panels: number, choice: ModuleChoice) =>
    `Ons advies bij ${panels} ${panels === 1 ? 'paneel' : 'panelen'}: ${chosenModules(choice)} (${moduleTexts(choice).storage.replace(' ', '\u00a0')}).`,
  larger: 'Meer nodig, voor een bedrijf of een groot gebouw?',
  callMe: 'Weet ik niet: bel mij',
  missing: 'Kies eerst een aantal modules.',
  fits: 'Past dit?',
  space: 'U heeft een ruimte nodig van minimaal 1\u00a0m breed, 1\u00a0m diep en 2\u00a0m hoog.',
  spaceOnMeasure: 'Voor deze opslag is meer ruimte nodig.',
  nothing: 'Kies een aantal, dan ziet u hier hoeveel u opslaat.',
  range: (smallest: string, modules: number, largest: string) =>
    `Van ${smallest} (1\u00a0module) tot ${largest} (${modules}\u00a0modules) incl. btw, met omvormer en installatie.`,
  price: (price: string) => `${price} incl. btw`,
  advisedPrice: (choice: ModuleChoice, price: string) => `Ons advies: ${chosenModules(choice)}, ${price} incl. btw`,
  perModule: (price: string, metres: number) =>
    `Gemiddeld ${price} per module, met omvormer, installatie en ${metres} meter kabel.`,
  custom: 'Wij bellen u voor een offerte op maat.',
  /** Choosing a size without a price removes the offer, and its price with it. */
  endsOffer:
    'Uw huidige offerte vervalt als u dit kiest. Kiest u later toch een aantal modules, dan gelden de prijzen van dat moment.',
} as const;

export const BATTERY = {
  title: 'In welk formaat batterij bent u geïnteresseerd?',
  label: 'Formaat van de batterij',
  hint: 'Twijfelt u? Kies wat u nu denkt; wij kijken met u mee. Het getal is de opslag in\u00a0kWh.',
  storage: (label: string) => `Opslag: ${label.replace('kW', ' kWh')}`,
  missing: 'Kies eerst een formaat.',
} as const;

export const BATTERY_PROMPT = 'Kies een batterij';

/** Values and labels of §9, with the last number corrected (decision C5). Their "kW" is stored energy, in kWh. */
export const BATTERY_LABELS: readonly { value: BatterySize; label: string }[] = [
  { value: '5', label: '5,7kW' },
  { value: '11', label: '11,4kW' },
  { value: '17', label: '17,1kW' },
  { value: '20', label: '22,8kW' },
  { value: '40', label: '45,6kW' },
  { value: '60', label: '68,4kW' },
  { value: '80', label: '91,2kW' },
  { value: '+', label: 'Groter of ander formaat' },
  { value: 'dontknow', label: 'Weet ik niet' },
];

export const CONTACT = {
  title: 'Uw contact gegevens',
  intro: 'Deze naam en dit adres komen op uw offerte.',
  fields: {
    First_Name: 'Voornaam',
    Last_Name: 'Achternaam',
    Phone: 'Telefoonnummer',
    Mailing_Street: 'Straatnaam + huisnummer',
    Mailing_Zip: 'Postcode',
    Mailing_City: 'Plaatsnaam',
    Mailing_Country: 'Land',
  },
  otherCountry: 'Welk land?',
  oddZip: 'Een Nederlandse postcode ziet er zo uit: 1234\u00a0AB.',
  oddPhone: 'Dit telefoonnummer lijkt te kort.',
  oddStreet: 'Hier staat geen huisnummer bij.',
  missing: 'nog niet ingevuld.',
  offer: (address: string) => `Bij deze postcode hoort ${address}.`,
  takeOffer: 'Invullen',
  offerTaken: (address: string) => `Ingevuld: ${address}.`,
  permissionUnread: 'Uw eerdere keuze is nu niet te lezen. U kunt ook zonder deze keuze verder.',
  check: 'Klopt dit?',
  checkGo: 'Is het goed zo? Druk dan nog een keer op Volgende.',
} as const;

/** Labels are also the stored values (decision C5); "Anders" asks for the country. */
export const HOME_COUNTRY = 'Nederland';
export const OTHER_COUNTRY = 'Anders';
export const COUNTRIES = [HOME_COUNTRY, 'België', 'Duitsland', 'Frankrijk', 'Luxemburg', OTHER_COUNTRY] as const;

export const DISTANCE = {
  title: 'Waar komt de batterij?',
  intro: 'De batterij staat binnen op de begane grond, of buiten in een extra kast.',
  space: 'Houd rekening met een ruimte van minimaal 1\u00a0meter breed, 1\u00a0meter diep en 2\u00a0meter hoog.',
  question: 'Hoe ver is die plek van de meterkast?',
  unit: 'meter',
  fewer: 'Eén minder',
  more: 'Eén meer',
  hint: 'Een schatting is genoeg.',
  cost: (included: number, price: string) =>
    `De eerste ${included} meter hoort erbij, daarna afgerond ${price} per meter incl. btw.`,
  /** The cable beyond the included metres. */
  extra: (metres: number, price: string) => `${metres} meter extra: ${price} incl. btw`,
  missing: 'Vul hele meters in, van 1 tot en met 999.',
  drawing: { cupboard: 'Meterkast', battery: 'Batterij', metres: (length: number) => `${length} m` },
} as const;
