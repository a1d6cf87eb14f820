import { ORDER_STEPS } from '../../bff/view-models/step-texts.ts';

/* Texts of an order: signing, financing, the order page and the withdrawal. */

export const SIGN = {
  heading: 'Teken de offerte met uw naam:',
  name: 'Uw naam',
  missingName: 'Vul uw naam in, minstens twee letters.',
  missing: 'Vul dit nog in voordat u tekent:',
  details: {
    Last_Name: 'achternaam',
    Mailing_Street: 'straat en huisnummer',
    Mailing_Zip: 'postcode',
    Mailing_City: 'woonplaats',
    Phone: 'telefoonnummer',
  },
  sign: 'Akkoord',
  duty: 'bestelling met betalingsverplichting',
  signing: 'Uw handtekening wordt vastgelegd…',
  order: 'U bestelt',
  onName: 'Op naam van',
  address: 'naam en adres',
  willStand: 'Zo staat uw naam eronder:',
  sum: 'U bestelt voor',
  payNothing: 'U betaalt hier nu niets.',
  payment: 'Betaling:',
  termsTitle: 'Voorwaarden',
  termsEarlier: (version: string) =>
    `Bij deze overeenkomst horen de voorwaarden zoals die golden toen u tekende: versie ${version}. Wij sturen ze u toe als u daarom vraagt.`,
  termsUnknown:
    'Bij deze ondertekening is niet vastgelegd welke voorwaarden golden. Wij zoeken ze voor u op als u daarom vraagt.',
  termsAgree: 'Met uw handtekening gaat u akkoord met deze voorwaarden.',
  withdrawalTitle: '14 dagen bedenktijd',
  withdrawal:
    'U kunt deze bestelling zonder reden herroepen tot 14 dagen nadat u het laatste onderdeel heeft ontvangen. Een bericht aan ons is genoeg; u hoeft geen formulier te gebruiken.',
  notRecorded: 'Niet ondertekend',
  unknown: {
    title: 'Wij weten nog niet of uw handtekening is vastgelegd. Dubbel bestellen kan niet.',
    text: 'Probeer het opnieuw: druk nog eens op Akkoord.',
  },
} as const;

/** Only for older quotes (§2.5, §9). */
export const FINANCING = {
  title: 'Hoe wilt u betalen?',
  intro: 'Klopt alles? Kies dan hoe u verdergaat. U tekent pas in de volgende stap.',
  withFinancing: 'Verder met financiering',
  perMonth: 'per maand',
  fixed: '15\u00a0jaar vast**',
  without: 'Verder zonder financiering',
  warning: 'Let op! Geld lenen kost geld',
  footnote: '** De looptijd is maximaal 180 maanden. Onder voorbehoud van kredietacceptatie.',
  lender: (licenceHolder: string) => `Kredietgever: ${licenceHolder}`,
  change: 'Andere keuze maken',
  chosen: { with: 'U koos: met financiering.', without: 'U koos: zonder financiering.' },
} as const;

export const THANKS = {
  title: 'Bedankt voor uw bestelling',
  ordered: 'U bestelde',
  for: 'voor',
  signedBy: 'Getekend door',
  drawn: 'Uw handtekening',
  notYou: 'Heeft u niet zelf getekend? Bel ons:',
  already: 'Deze offerte was al ondertekend',
  recorded: 'Hieronder staat de handtekening die wij hebben vastgelegd.',
  notStored: 'Uw handtekening van zojuist is niet vastgelegd.',
  off: 'Volgens onze administratie gaat deze bestelling niet door. Klopt dat niet? Bel ons.',
  unproven: {
    foreign:
      'Deze handtekening is niet door het portaal vastgelegd. Heeft u dit niet getekend, of twijfelt u? Bel ons.',
    unknownKey: 'Wij kunnen de vastlegging van deze handtekening nu niet controleren. Bel ons als u vragen heeft.',
  },
  copy: {
    sentTo: (address: string) => `Uw getekende exemplaar is gemaild naar ${address}.`,
    sent: 'Uw getekende exemplaar is verstuurd.',
    task: 'Wij konden uw getekende exemplaar niet mailen. Een collega stuurt het u toe; downloaden kan hieronder nu al.',
    unsure:
      'Wij weten niet zeker of uw getekende exemplaar is gemaild. Een collega kijkt het na; downloaden kan hieronder nu al.',
    pending: (address: string) =>
      `Uw getekende exemplaar wordt klaargemaakt en gemaild naar ${address}. Downloaden kan hieronder nu al.`,
  },
  whatNow: 'Wat er nu gebeurt',
  /** For an order without a date, which may already be installed. */
  usual: 'Zo gaat een bestelling',
  steps: ORDER_STEPS,
  state: { done: '(gedaan)', next: 'Volgende stap', later: '(later)' },
  rows: 'De bedragen van uw bestelling:',
  copyTitle: 'Uw getekende exemplaar',
  keep: 'Bewaar het bij uw papieren: als PDF, of als afdruk van deze pagina.',
} as const;

/** "Overeenkomst herroepen", for a signed order. */
export const WITHDRAW = {
  line: 'Tot 14 dagen nadat u het laatste onderdeel heeft ontvangen.',
  open: 'Overeenkomst herroepen',
  title: 'Overeenkomst herroepen?',
  text: 'U kunt deze overeenkomst zonder reden herroepen tot 14 dagen nadat u het laatste onderdeel heeft ontvangen. Wat u al heeft betaald, krijgt u dan terug. Controleer hieronder om welke overeenkomst het gaat.',
  name: 'Naam',
  contract: 'Overeenkomst',
  amount: 'Bedrag',
  confirmation: 'Bevestiging',
  mailedTo: (address: string) => `Per e-mail naar ${address}`,
  notMailed: 'Een collega stuurt u de bevestiging toe',
  confirm: 'Ja, ik herroep deze overeenkomst',
  confirming: 'Uw herroeping wordt vastgelegd…',
  cancel: 'Nee, terug',
  failed: 'Uw herroeping is nog niet vastgelegd.',
  unknown: {
    title: 'Wij weten nog niet of uw herroeping is vastgelegd.',
    text: 'Probeer het opnieuw, of laat het ons weten.',
  },
  otherWays: 'Herroepen kan ook met een bericht aan ons, per e-mail of telefoon.',
  notRecorded: 'Niet herroepen',
  receipt: 'Ontvangstbevestiging van uw herroeping',
  keep: 'Bewaar dit bij uw papieren',
  /** This withdrawal creates no task for a colleague, so the text promises nothing. */
  nextOfAdministration: 'Klopt dat niet, of heeft u vragen? Bel ons. Bewaar deze pagina of druk hem af.',
  administration: 'Uw overeenkomst is herroepen volgens onze administratie',
  since: (moment: string) => `Herroepen op ${moment}.`,
  received: (moment: string) => `Wij hebben uw herroeping ontvangen op ${moment}.`,
  repaid: (day: string) => `Wat u al heeft betaald, krijgt u uiterlijk op ${day} terug.`,
  /** The portal mails it at once; a colleague sends it if the CRM refuses the mail. */
  sent: 'U krijgt deze bevestiging ook per e-mail of van een collega.',
  missing: 'Heeft u deze bevestiging nog niet van ons gekregen? Bel ons.',
  next: 'U hoeft niets meer te doen. Wij nemen contact met u op over de afhandeling. Bewaar deze pagina of druk hem af.',
} as const;
