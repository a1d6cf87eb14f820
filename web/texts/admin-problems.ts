import { PROBLEM_TEXTS, type ProblemTexts, wordingOf } from './problems.ts';

/** What staff can do about an error. They cannot call us, and it is the CRM that a customer knows as our system. */
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
