import type { RefusedPart } from '../../view-models/callcenter-action.ts';
import { CLOSED_LOST, DO_NOT_CALL } from '../stages.ts';
import { type SurveyAnswers, surveyLines } from './edit-texts.ts';
import { spokenMoment } from './moments-and-euros.ts';

/** A task for a colleague, as the CRM shows it. */
interface TaskText {
  Subject: string;
  Description: string;
}

/** A size without a price (decision C4). */
export function customQuoteTask(size: string): TaskText {
  return {
    Subject: `Offerte op maat: batterij ${size}`,
    Description: `De klant koos ${size} in het portaal. Daar hoort geen vaste prijs bij; de klant leest "Wij bellen u voor een offerte op maat", en dat de offerte daarna per e-mail komt (zonder e-mailadres: op de pagina van de klant).`,
  };
}

/** A link that the CRM could not mail (decision B4). */
export const sendLinkTask: TaskText = {
  Subject: 'Stuur de persoonlijke link opnieuw',
  Description: 'De klant vroeg in het portaal om de persoonlijke link. Het portaal kon die niet zelf mailen.',
};

/** Asks a colleague to tell the contact's former address that staff changed it (decision J13). */
export const oldAddressTask = (email: string): TaskText => ({
  Subject: 'Meld de klant dat het e-mailadres is gewijzigd, op het vorige e-mailadres',
  Description: `Een medewerker heeft het e-mailadres van deze klant gewijzigd. Het portaal kon dat niet melden op het vorige adres: ${email}. Vraag de klant of de wijziging klopt.`,
});

/** A contact for whom nothing in the CRM has created a link. */
export const giveLinkTask: TaskText = {
  Subject: 'Geef deze klant een persoonlijke link',
  Description:
    'Deze klant heeft een open deal en nog geen persoonlijke link, en kan het portaal dus niet openen. Vraag de beheerder om crm:setup te starten; dat maakt de links die ontbreken.',
};

/** The address given by a customer; never written to the contact itself (decision B3). */
const GIVEN_ADDRESS = 'E-mailadres, door de klant opgegeven: ';

/** A completed survey of /pages (decision J8). */
export function finishedSurveyTask(answers: SurveyAnswers, address: string | undefined, moment: string): TaskText {
  return {
    Subject: 'Nieuwe aanvraag: de vragenlijst is ingevuld',
    Description: [
      `De klant heeft de vragenlijst in het portaal ingevuld (${moment}), en wacht op een offerte.`,
      ...surveyLines(answers),
      ...(address === undefined ? [] : [`${GIVEN_ADDRESS}${address}`]),
      'Later gewijzigde antwoorden staan bij de contactpersoon.',
    ].join('\n'),
  };
}

/** An address given after the survey was completed. */
export function givenAddressTask(address: string): TaskText {
  return {
    Subject: 'E-mailadres voor de offerte',
    Description: [
      'De klant wil de offerte graag op dit adres.',
      `${GIVEN_ADDRESS}${address}`,
      'Neem het over bij de contactpersoon, als het klopt.',
    ].join('\n'),
  };
}

/** The address in a task, if any. */
export function addressIn(description: string | null): string | undefined {
  const line = description?.split('\n').find((each) => each.startsWith(GIVEN_ADDRESS));
  return line?.slice(GIVEN_ADDRESS.length);
}

/** The text typed with a change, if the CRM refused the note. */
export function refusedNoteTask(lines: readonly string[], ref: string): TaskText {
  return { Subject: `Notitie die het CRM niet aannam (${ref})`, Description: lines.join('\n') };
}

/**
 * The manual work for a refused part. A refused call or note causes none, because each repeats the other. A refused
 * task cannot be reported in a task.
 */
const BY_HAND: Partial<Record<RefusedPart, string>> = {
  agreed_calls: 'Geplande gesprekken met deze klant zijn niet beëindigd: verwijder ze zelf.',
  stage: `De fase van de deal is niet gewijzigd: zet haar zelf op "${CLOSED_LOST}".`,
  visible:
    'De offerte staat niet open: maak "portal_declined_at" zelf leeg, en zet na een akkoord "survey1_client_visible" aan.',
  tag: `De klant wil niet meer gebeld worden: zet zelf de tag "${DO_NOT_CALL}" op het contact.`,
  permission: 'De toestemming om te bellen staat er nog: maak "portal_call_permission_at" zelf leeg.',
};

/** The parts of an outcome that the CRM refused (decision G2). */
export function finishOutcomeTask(
  label: string,
  parts: readonly RefusedPart[],
  { ref, callbackAtMs }: { ref: string; callbackAtMs: number | null },
): TaskText {
  const callback =
    callbackAtMs === null || !parts.includes('callback')
      ? []
      : [`Bel de klant terug: ${spokenMoment(callbackAtMs)}. De afspraak staat niet bij de gesprekken.`];
  return {
    Subject: `Maak het belresultaat af: ${label} (${ref})`,
    Description: [
      ...callback,
      ...parts.flatMap((part) => BY_HAND[part] ?? []),
      'Het CRM nam dit niet aan van het portaal. Wat er is gezegd, staat bij de notities of de gesprekken van de klant.',
    ].join('\n'),
  };
}
