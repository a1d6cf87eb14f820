/* Texts in every customer's first load: the frame, the gate, and what all steps and deals share. */

export const GATE = {
  error: {
    title: 'Error',
    unknownLink: {
      cause: 'Deze link kennen wij niet',
      text: 'Misschien is hij niet helemaal gekopieerd, of vervangen door een nieuwe. Vul uw e‑mailadres in. Kennen wij dat, dan mailen wij uw link.',
    },
    noConnection: {
      cause: 'Er is geen verbinding met internet',
      text: 'Controleer uw internet en probeer het opnieuw.',
    },
    outage: {
      cause: 'Er is een storing',
      text: 'Wij kunnen uw gegevens nu niet laden. Dat ligt niet aan u. Probeer het opnieuw.',
    },
    tooMany: 'Even wachten',
    wait: 'Dit kan over een minuut.',
    known: 'Op dit apparaat is eerder een andere link geopend.',
    ownLink: 'Verder met mijn eigen link',
    newLink: 'Liever een nieuwe link? Vul uw e‑mailadres in.',
  },
  crash: {
    title: 'Deze pagina werkt even niet',
    explanation: 'Laad de pagina opnieuw. Wat u opsloeg, is bewaard.',
    part: 'Een deel van deze pagina werkt even niet.',
    reload: 'Pagina opnieuw laden',
  },
  notYou: (name: string) => `Bent u niet ${name}?`,
  notYouNameless: 'Bent u dit niet?',
  notYouYes: 'Ja, wis dit apparaat',
  notYouNo: 'Nee, terug',
  notYouHint:
    'Uw link en wat u invulde worden van dit apparaat gewist. De geschiedenis van uw browser wist u daarna zelf.',
  preview: {
    label: 'Voorbeeld',
    text: 'Zo ziet de klant deze pagina. Opslaan en ondertekenen kan hier niet.',
  },
} as const;

export const NO_LINK = {
  title: 'Welkom',
  intro:
    'Hier vindt u uw offerte voor een thuisbatterij. Open deze pagina met uw persoonlijke link uit onze e‑mail. Geen link bij de hand? Vul uw e‑mailadres in. Kennen wij dat, dan mailen wij uw link.',
} as const;

export const DEAL_FAILED = {
  unknown: 'Wij vinden deze offerte niet',
  replaced: 'Misschien is hij vervangen door een nieuwe.',
  list: 'Naar uw offertes',
  failed: 'Deze offerte kan nu niet worden geladen',
} as const;

export const SITE = {
  home: 'Gaikan, naar het begin',
  skip: 'Naar de inhoud',
  kvk: 'KvK',
  vatId: 'Btw-id',
  privacy: 'Privacy',
  accessibility: 'Toegankelijkheid',
  sandbox: 'Testomgeving: alle namen, prijzen en gegevens zijn verzonnen.',
  title: (screen: string) => `${screen} – Gaikan thuisbatterij`,
} as const;

export const ACTIONS = {
  next: 'Volgende',
  back: 'Vorige',
  retry: 'Opnieuw proberen',
  close: 'Sluiten',
  saving: '...',
  savingDistance: 'Saving…',
  savingSpoken: 'Uw antwoord wordt opgeslagen',
  loading: 'Uw gegevens worden geladen',
  busy: 'Het is druk. U bent zo aan de beurt.',
  slow: 'Het duurt langer dan normaal.',
  goesOn: 'Wij blijven het proberen. U hoeft niets te doen.',
  waitsForConnection: 'Er is geen verbinding. Zodra die er weer is, gaat dit vanzelf verder.',
  view: 'Bekijk',
} as const;

export const HELP = {
  title: 'Hulp nodig?',
  text: 'Bel ons gerust. Wat u al heeft opgeslagen, blijft staan; met dezelfde link kunt u later verder.',
  call: 'Vragen? Bel ons:',
} as const;

/** Step names of /pages, keyed by their names in the URL (§2.3). */
export const PAGE_NAMES = {
  solar_panels: 'Zonnepanelen',
  battery: 'Batterij',
  survey1_battery_box_distance_m: 'Plaats',
  box_pictures: "Foto's",
  Survey_basics: 'Gegevens',
  complete: 'Overzicht',
} as const;

export function progressText(step: number, of: number) {
  return `Stap ${step} van ${of}`;
}

export const DEALS = {
  nameless: 'Offerte',
  stale: 'De laatste gegevens konden niet worden opgehaald. U ziet wat wij het laatst wisten.',
  working: 'Zodra er nieuws is, hoort u van ons.',
  all: 'Al uw offertes',
  photos: "Foto's toevoegen",
} as const;
