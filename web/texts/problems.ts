import type { ProblemCode } from '../../bff/view-models/problem.ts';
import { isRequestFailed } from '../api/ask-bff.ts';

export type ProblemTexts = Record<ProblemCode | 'no_connection', string>;

/** What the user can do about each error. The type requires a text for every code. */
export const PROBLEM_TEXTS: ProblemTexts = {
  no_connection: 'Er is geen verbinding. Controleer uw internet en probeer het opnieuw.',
  invalid: 'Wij begrepen de gegevens niet. Controleer wat u invulde en probeer het opnieuw.',
  password: 'Het wachtwoord klopt niet.',
  forbidden: 'Dit is een voorbeeld: hier kan niets worden opgeslagen.',
  unknown_link: 'Deze link kennen wij niet.',
  not_found: 'Dit bestaat niet (meer).',
  conflict: 'Iemand anders heeft dit intussen gewijzigd. Bekijk de nieuwe gegevens en probeer het opnieuw.',
  quote_changed: 'De offerte is gewijzigd. Bekijk wat er veranderd is voordat u verdergaat.',
  already_signed: 'Deze offerte is al ondertekend. Er kan niets meer aan veranderen.',
  quote_incomplete: 'Deze offerte is nog niet compleet. Neem contact met ons op.',
  quote_fixed: 'Deze offerte is voor u op maat gemaakt. Er is niets gewijzigd. Vraag de wijziging aan.',
  details_missing: 'Wij missen nog gegevens van u. Er is niets ondertekend. Vul ze aan en onderteken daarna.',
  too_large: 'Dit is te groot om te versturen.',
  unsupported_file: 'Dit soort bestand kunnen wij niet aannemen.',
  field_not_allowed: 'Een van deze gegevens kunt u hier niet wijzigen.',
  field_invalid: 'Een van de antwoorden klopt nog niet. Pas het aan en probeer het opnieuw.',
  too_many: 'Dit is te vaak achter elkaar geprobeerd. Wacht een minuut en probeer het opnieuw.',
  internal: 'Er ging bij ons iets mis. Dat ligt niet aan u. Probeer het opnieuw.',
  crm_unavailable: 'Ons systeem is even niet bereikbaar. Probeer het over een minuut opnieuw.',
  outcome_unknown: 'Wij weten nog niet of dit is opgeslagen. Probeer het opnieuw; dubbel opslaan kan niet.',
  not_recorded: 'Ons systeem heeft dit niet vastgelegd. Bel ons of schrijf ons.',
  busy: 'Het is even druk. Probeer het over een minuut opnieuw.',
};

/** The first characters of the request's id in our log: a caller can name them. Undefined without an answer. */
export function referenceOf(error: unknown) {
  const id = isRequestFailed(error) ? error.problem?.requestId : undefined;
  return typeof id === 'string' && id !== '' ? `Referentie: ${id.slice(0, 8)}` : undefined;
}

/** For a refusal that names no field: the user has nothing to correct. */
const REFUSED = 'Ons systeem nam dit niet aan. Probeer het later opnieuw, of bel ons.';

/** Turns an error into a message: the server's own sentence, else the text of its code. */
export type ProblemWording = (error: unknown) => string;

export const problemText = wordingOf(PROBLEM_TEXTS, REFUSED);

export function wordingOf(texts: ProblemTexts, refused: string): ProblemWording {
  return (error) => {
    if (!isRequestFailed(error)) return texts.internal;
    const { problem, code } = error;
    if (problem?.detail) return problem.detail;
    return code === 'field_invalid' && !problem?.fields ? refused : texts[code];
  };
}
