import type { PriceInputName } from '../../bff/view-models/answers.ts';
import type { DealWarning } from '../../bff/view-models/callcenter.ts';
import type { Highlight, QuoteArea } from '../../bff/view-models/quote.ts';

export const DEAL_PANEL = {
  deals: 'Deals van dit contact',
  nameless: 'Deal',
  note: 'Notitie',
  callLater: {
    at: 'Of op:',
    usual: { evening: 'Vanavond', tomorrow: 'Morgen', nextWeek: 'Volgende week' },
    anyone: 'Een collega mag ook bellen',
    amount: 'Aantal',
    unit: 'Eenheid',
    moment: (moment: string) => `Wordt: ${moment}`,
  },
  callLaterOdd: 'Let op: dit valt buiten 9 tot 21 uur of op een zondag.',
  callLaterSkipped: 'Deze tijd bestaat niet: de klok gaat dan een uur vooruit.',
  callLaterPast: 'Dit moment is al voorbij. Kies een later moment.',
  callLaterMissing: 'Vul een heel getal van 1 tot en met 365 in.',
  outcomes: 'Belresultaat',
  inbound: 'De klant belde zelf',
  inboundAnswered: 'De klant belde zelf en is dus bereikt.',
  /** For "Akkoord" on a signed order, where it is only a note. */
  alreadySigned: 'Mondeling akkoord: er is al getekend, dus dit wordt alleen genoteerd',
  agreedTo: (total: string, vat: string) => `Met de offerte zoals die nu is opgeslagen: ${total} ${vat}.`,
  outcomeGroups: { spoken: 'Gesproken', missed: 'Niet bereikt', closing: 'Sluit af' },
  edit: 'Offerte aanpassen:',
  modules: 'Aantal modules',
  moduleOption: (modules: string, kwh: string) => `${modules} modules / ${kwh} kWH`,
  chooseModules: 'Kies het aantal modules',
  modulesMissing: 'Kies eerst een aantal modules.',
  inverter: 'Omvormer',
  inverterAutomatic: 'Automatisch omvormer bepalen',
  inverterNone: 'Geen omvormer',
  inverterOption: (kw: string) => `${kw} kw omvormer`,
  unlisted: (label: string) => `${label} (niet in de prijslijst)`,
  installation: 'Installatie',
  installationFull: 'Inclusief installatie',
  installationOwn: 'Eigen installatie (alleen inspectie)',
  distance: 'survey1_battery_box_distance_m',
  distanceHint: 'Afstand tot de meterkast in meters',
  distanceMissing: 'Vul een heel getal van 1 tot en met 999 in.',
  save: 'Opslaan',
  saveProperty: 'Save',
  legacyDelay: 'Het kan 5 minuten duren voordat deze wijzigingen zichtbaar zijn ...',
  size: 'Batterij',
  sizeOption: (kwh: string) => `${kwh} kWH`,
  chooseSize: 'Kies een formaat',
  sizeMissing: 'Kies eerst een formaat.',
  upgrade: 'Omzetten naar modules',
  upgradeAnew: 'De offerte wordt opnieuw berekend; de klant ziet daarna andere regels en een ander totaal.',
  upgradeDefault:
    'De afstand tot de meterkast is niet bekend: er wordt gerekend met 1 meter. De klant ziet daarna andere regels en een ander totaal.',
  unknownVersion: (version: string) =>
    `onbekende versie "${version}": deze offerte kan hier niet worden aangepast. Pas hem aan in het CRM.`,
  pricesFailed: 'De prijslijst kon niet worden geladen.',
  manualBanner: 'Offerte is "handmatig"',
  manual: 'Handmatige offerte',
  manualNotCalculated: 'Een handmatige offerte wordt niet berekend.',
  manualUndo: 'Weer automatisch berekenen',
  recalculate: 'Nu berekenen',
  recalculateAgain: 'Opnieuw berekenen',
  outdated: 'De klant kan nog niet akkoord gaan: deze offerte is met andere gegevens berekend.',
  difference: (label: string, quoted: string, now: string) => `${label}: ${quoted} in de offerte, ${now} in het CRM`,
  wish: (moment: string) => `De klant vroeg op ${moment} om een wijziging`,
  calculateWish: 'Zo berekenen',
  wishNeedsModules: 'Zet de offerte eerst om naar modules, of pas haar aan in het CRM.',
  sync: (crmName: string) => `Uit ${crmName} lezen`,
  dealId: 'Deal id',
  address: 'Adres',
  fields: 'Velden van de deal',
  image: 'afbeelding',
  products: 'Producten',
  noProducts: 'Er is nog geen offerte berekend.',
  hiddenProducts: 'De offerte is niet te tonen zolang niet alle velden te lezen zijn.',
  totals: { sum: 'Totaal', final: 'Eind totaal' },
  discount: 'Korting:',
  discountAmount: 'Bedrag:',
  discountReason: 'Text:',
  discountHint: 'Excl. btw. Deze korting komt in de plaats van de korting die er nu is.',
  discountApply: 'Korting toepassen',
  discountEnds: (amount: string) => `De korting van ${amount} vervalt.`,
  discountTakesAll: 'Let op: deze korting is even hoog als het totaal. Dan kan de klant geen akkoord geven.',
  discountMissing: 'Vul een bedrag in euro in, zoals 250 of 1.250,50; 0 haalt de korting weg.',
  links: 'Links',
  dealLink: 'Deal',
  contactLink: 'Contact',
  liveQuote: 'Live offerte',
  noQuoteLink: 'Dit contact heeft nog geen persoonlijke link.',
  newWindow: '(opent in een nieuw venster)',
  pdf: 'Offerte als PDF',
  customerView: 'Zoals de klant het ziet',
  signed: 'Ondertekend: de offerte staat vast en kan niet meer worden aangepast.',
  signedAt: (moment: string) => `Ondertekend op ${moment}: de offerte staat vast en kan niet meer worden aangepast.`,
  withdrawnAt: (moment: string) => `Herroepen op ${moment}: plan niets in en neem contact op met de klant.`,
  withdrawalIn: {
    note: 'De herroeping staat in de notitie van het portaal, maar niet in "portal_withdrawn_at": dat veld is geleegd, of de deal is vergrendeld. De herroeping geldt.',
    field:
      'De herroeping staat alleen in "portal_withdrawn_at": het portaal heeft haar niet zelf ontvangen. De klant leest "herroepen volgens onze administratie".',
  },
  declinedAt: (moment: string) => `Afgewezen op ${moment}. De klant kan alsnog akkoord geven.`,
  changedSince:
    'Na de ondertekening is er in het CRM iets aan deze offerte gewijzigd. Hier staat wat de klant heeft ondertekend.',
  copyTask:
    'De klant heeft het getekende exemplaar niet per e-mail gekregen: er staat een taak klaar om het te sturen.',
  copyUnsure:
    'Het is niet zeker of de klant het getekende exemplaar per e-mail heeft gekregen: er staat een taak klaar om het na te kijken.',
  unproven: {
    none: 'Handtekening zonder bewijs: er is geen vastlegging van de ondertekening gevonden.',
    foreign:
      'Deze handtekening is niet door het portaal vastgelegd: er is geen bewijs van. Vraag de klant of die heeft getekend.',
    unknownKey:
      'De vastlegging van deze handtekening is nu niet te controleren: de sleutel ervan ontbreekt in het portaal.',
  },
  approved: 'De klant heeft al akkoord gegeven. Na een wijziging moet de klant opnieuw akkoord geven.',
  faults: 'Er klopt iets niet aan deze offerte; de klant kan nog niet akkoord gaan:',
  faultyRow: (number: number) => `regel ${number} van de producten`,
  frozen: 'Ondertekend: aan deze offerte kan niets meer worden gewijzigd.',
} as const;

/** Names of quote parts that may be inconsistent; others keep the CRM's name. */
export const QUOTE_FAULT_NAMES: Readonly<Record<string, string>> = {
  products: 'Producten',
  'priceCalc.productUnitPriceSum': 'Totaal',
  'priceCalc.vat': 'Btw',
  'priceCalc.finalInclVat': 'Eind totaal',
  gaikan_discount: 'Korting',
  module: 'Aantal modules in "Uw keuze"',
};

/** Fields missing or unreadable in the CRM, by their CRM names. */
export const UNREADABLE = {
  deal: (fields: string) => `Niet te lezen in het CRM: ${fields}. Wat daarvan afhangt, is hier leeg.`,
  contact: (fields: string) => `Van dit contact niet te lezen in het CRM: ${fields}.`,
} as const;

export const DEAL_WARNING_TEXTS: Record<DealWarning, string> = {
  products_differ: 'De producten in het CRM zijn anders dan die in de offerte.',
  unknown_version: 'Deze deal heeft een onbekende versie.',
  amount_differs: 'Het bedrag (Amount) in het CRM is anders dan het eindtotaal van de offerte.',
  calc_unreadable: 'De berekening in het CRM (survey1_calc) is niet leesbaar.',
};

/** What the customer can do with the quote now. */
export const QUOTE_AREA_TEXTS: Record<QuoteArea, string> = {
  none: 'De klant ziet nog geen offerte.',
  signed: 'De klant heeft ondertekend.',
  withdrawn: 'De klant heeft de overeenkomst herroepen.',
  declined: 'De klant heeft de offerte afgewezen, en kan alsnog akkoord geven.',
  approve: 'De klant kan akkoord geven.',
  closed: 'De klant ziet de offerte, maar kan nog geen akkoord geven.',
  incomplete: 'De klant leest: "Deze offerte is nog niet compleet".',
};

/** Labels for input values that are not self-explanatory; "" is the default. */
export const INPUT_WORDS: Partial<Record<PriceInputName, Record<string, string>>> = {
  gaikan_saltion_fixed_inverter_kw: { '': 'automatisch', none: 'geen' },
  gaikan_self_installation: { '': 'inclusief', 1: 'eigen installatie' },
  gaikan_deal_version: { '': 'ouder', 2: 'met modules' },
};

/** The price preview of an edit (decision J10). */
export const PRICE = {
  asking: 'De nieuwe prijs wordt berekend …',
  failed: 'De nieuwe prijs is niet te tonen.',
  refused: 'Deze wijziging wordt niet aangenomen.',
  changed: 'Iemand heeft deze offerte intussen gewijzigd of ondertekend.',
  was: (before: string, after: string, vat: string) => `Was ${before}, wordt ${after} ${vat}`,
  same: (total: string, vat: string) => `De prijs blijft ${total} ${vat}.`,
  still: 'Er blijft geen prijs.',
  less: (amount: string) => `(${amount} minder)`,
  more: (amount: string) => `(${amount} meer)`,
  noPrice: 'zonder prijs',
  /** For a part that is left out; the other parts of "Uw keuze:" have names of their own. */
  without: { battery: 'geen batterij', inverter: 'geen omvormer', installation: 'geen installatie' } satisfies Record<
    Highlight['icon'],
    string
  >,
  part: (before: string, after: string) => `${before} → ${after}`,
  financing: (monthly: string) => `Financiering van ${monthly} per maand`,
  noFinancing: 'geen financiering',
  approvalEnds: 'De klant had al akkoord gegeven: dat vervalt.',
  declineEnds: 'De klant had de offerte afgewezen: dat vervalt.',
  /** The customer's open quote updates immediately. */
  seenAtOnce: 'De klant ziet dit meteen en kan akkoord geven.',
  seen: { ...QUOTE_AREA_TEXTS, closed: 'De klant ziet dit meteen, maar kan nog geen akkoord geven.' },
} as const;
