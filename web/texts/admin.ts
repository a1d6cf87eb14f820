import { PROBLEM_TEXTS, type ProblemTexts, wordingOf } from './problems.ts';

export const ADMIN = {
  skip: 'Naar de inhoud',
  nav: 'Admin',
  stats: 'Stats',
  leads: 'Leads',
  owner: 'Gebruiker?',
  ownerUnknown: 'Uw keuze (naam niet geladen)',
  ownerLabel: 'Gebruiker',
  logout: 'Logout',
  logoutQuestion: {
    title: 'Uitloggen bij de leads',
    confirm: 'Uitloggen?',
    detail: 'Nog niet alles is vastgelegd. Wat u hier typte, gaat verloren, en u ziet niet meer of iets mislukt.',
  },
  theme: 'Weergave',
  themes: { light: 'Licht', dark: 'Donker', system: 'Systeem' },
  sandbox: 'Testomgeving',
  title: (screen: string) => `${screen} – Admin`,
  loading: '...',
  loadingSpoken: 'Laden',
  retry: 'Opnieuw proberen',
} as const;

export const ADMIN_GATE = {
  title: 'Admin',
  intro: 'Voor medewerkers. Log in met het wachtwoord van het callcenter.',
  password: 'Wachtwoord',
  login: 'Login',
  loggingIn: 'login...',
  empty: 'Vul het wachtwoord in.',
  error: 'Error',
  wrongPassword: 'Dit wachtwoord klopt niet. Controleer hoofdletters en probeer het opnieuw.',
  expired: 'Uw sessie is beëindigd. Log opnieuw in: u komt terug waar u was, en wat u typte is bewaard.',
  idle: 'U bent uitgelogd omdat u twaalf uur niets heeft gedaan. Wat u typte en niet vastlegde, is gewist.',
  insecure: 'Inloggen kan alleen over een beveiligde verbinding (https).',
} as const;

export const KEYS = {
  title: 'Sneltoetsen',
  open: '? Sneltoetsen',
  on: 'Sneltoetsen gebruiken',
  groups: { go: 'Gaan naar', outcome: 'Belresultaat', question: 'In een vraag' },
  columns: { key: 'Toets', does: 'Doet' },
  search: 'Zoeken in de leads',
  note: 'Naar de notitie',
  next: 'Volgende lead',
  previous: 'Vorige lead',
  help: 'Deze lijst (niet in een invoerveld)',
  confirm: 'Bevestigen',
  cancel: 'Annuleren',
  reason: 'Reden kiezen',
} as const;

/** What staff can do about an error. They cannot call us, and they know the CRM by its name. */
export const STAFF_PROBLEM_TEXTS: ProblemTexts = {
  ...PROBLEM_TEXTS,
  invalid: 'Dit kon niet worden gelezen. Controleer wat u invulde en probeer het opnieuw.',
  unknown_link: 'Deze link is niet bekend.',
  unsupported_file: 'Dit soort bestand wordt niet aangenomen.',
  field_invalid: 'Een van de waarden klopt nog niet. Pas haar aan en probeer het opnieuw.',
  forbidden: 'Dit kan hier niet.',
  quote_incomplete: 'Deze offerte is nog niet compleet. Bij de offerte staat wat er ontbreekt of niet klopt.',
  details_missing: 'Er ontbreken gegevens van de klant. Vul ze aan en probeer het opnieuw.',
  not_recorded: 'Het CRM heeft dit niet vastgelegd. Kijk het na in het CRM.',
  internal: 'Er ging in het portaal iets mis. Probeer het opnieuw; blijft het zo, geef dan de referentie door.',
  crm_unavailable: 'Het CRM is even niet bereikbaar. Probeer het over een minuut opnieuw.',
  outcome_unknown: 'Niet bekend is of dit is vastgelegd. Probeer het opnieuw; dubbel vastleggen kan niet.',
};

const REFUSED = 'Het CRM nam dit niet aan. Kijk het na in het CRM; blijft het zo, geef dan de referentie door.';

export const staffProblemText = wordingOf(STAFF_PROBLEM_TEXTS, REFUSED);
