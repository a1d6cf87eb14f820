import { repaidBy } from './message-texts.ts';
import { exactMoment } from './moments-and-euros.ts';

/** A task for a colleague, with the priority "High". */
const urgent = (Subject: string, Description: string) => ({ Subject, Description, Priority: 'High' as const });

const ATTACHED = 'De getekende offerte staat als PDF bij de deal.';

/** Why a colleague has to send the copy of a signed order, and where it is. */
const COPY_PROBLEMS = {
  noAddress: ['Er is geen e-mailadres van de klant bekend, of het CRM kan geen e-mail versturen.', ATTACHED],
  noPdf: [
    'Het portaal kon er geen PDF van maken: de gegevens staan in de notitie "Ondertekening" bij de deal.',
    'Er staat geen PDF bij de deal: probeer die later in het portaal te downloaden.',
  ],
  notKept: [
    'Het CRM nam de PDF niet aan, bijvoorbeeld omdat de opslag vol is: er is geen e-mail verstuurd.',
    'Er staat geen PDF bij de deal: download die in het portaal.',
  ],
  refused: ['Het CRM nam de e-mail niet aan (afmelding, daglimiet, afzender of storing).', ATTACHED],
  unknown: ['Het is niet zeker of de e-mail is verstuurd: kijk het na bij de e-mails van deze klant.', ATTACHED],
} as const;
export type CopyProblem = keyof typeof COPY_PROBLEMS;

/** The customer has a right to a copy of the order: a colleague sends what the portal cannot mail. */
export function copyTask(kenmerk: string, problem: CopyProblem) {
  const [why, where] = COPY_PROBLEMS[problem];
  return urgent(
    `Stuur de klant de getekende offerte ${kenmerk}`,
    `${why}\n${where} Vul na het versturen "portal_copy_sent_at" in: dan leest de klant dat de kopie verstuurd is.`,
  );
}

/** Parts of a signed order, besides the signature, that the CRM refuses (decision J5). */
export function stageTask(kenmerk: string, stage: string, fields: readonly string[]) {
  const isStage = fields.includes('Stage');
  const asked = [
    ...(isStage
      ? [
          `De fase van de deal is niet gewijzigd: zet haar zelf op "${stage}". De klant leest dat wij bellen om de installatie te plannen: zorg dat de planner dit weet.`,
        ]
      : []),
    ...(fields.some((field) => field !== 'Stage')
      ? ['De producten zijn niet bij de berekening opgeslagen. Ze staan in de getekende offerte.']
      : []),
  ];
  return urgent(
    `Werk de getekende deal bij: offerte ${kenmerk}`,
    `De klant heeft getekend. Het CRM nam niet alles aan wat daarbij hoort. ${asked.join(' ')}`,
  );
}

/** A customer tried to sign, and the CRM refused it (decision J5). */
export function signingRefusedTask(kenmerk: string) {
  return urgent(
    `Ondertekenen lukt niet: offerte ${kenmerk}`,
    'De klant wilde de offerte tekenen, en het CRM heeft de handtekening niet vastgelegd. De klant heeft gelezen dat er niets getekend is, en hoe u te bereiken bent. Bel de klant. Laat de beheerder nagaan of de deal vergrendeld is, en of "gaikan_signature_plain" en "portal_signature_evidence" in de layout staan en geschreven mogen worden (crm:check).',
  );
}

/**
 * A task about an order that was signed with a link to a new address: staff had changed the address within the day
 * before the link was mailed (decision J13).
 */
export function addressChangeTask(kenmerk: string, steps: { changedAt: string; linkSentAt: string }) {
  const [changed, sent] = [steps.changedAt, steps.linkSentAt].map((at) => exactMoment(Date.parse(at)));
  return urgent(
    `Controleer wie er tekende: offerte ${kenmerk}`,
    `Een medewerker heeft het e-mailadres van deze klant gewijzigd (${changed}). Daarna is de persoonlijke link gemaild (${sent}), en daarna is de offerte getekend. Laat iemand anders dan die medewerker de klant bellen, op een nummer dat al eerder bekend was, en vragen of de klant zelf heeft getekend.`,
  );
}

/** The file of a signed order, as stored and mailed. */
export const orderFileName = (kenmerk: string) => `Getekende offerte ${kenmerk}.pdf`;

export function orderFile(kenmerk: string, body: Buffer) {
  return { fileName: orderFileName(kenmerk), contentType: 'application/pdf', body };
}

/** A task about a file that has the name of a signed order, but that the portal did not make, or that was changed. */
export function foreignDocumentTask(kenmerk: string) {
  return urgent(
    `Vreemd bestand bij getekende offerte ${kenmerk}: kijk het na`,
    `Bij deze deal staat een bestand met de naam "${orderFileName(kenmerk)}" dat niet door het portaal is gemaakt, of dat daarna is gewijzigd. Het portaal geeft het aan niemand. Verwijder het, en kijk wie het heeft geplaatst.`,
  );
}

/** Records in a note what happened to the copy, if the CRM accepts no change of the deal itself. */
export const COPY_TITLE = 'Kopie van getekende offerte ';
export const copyTraceTitle = (kenmerk: string) => `${COPY_TITLE}${kenmerk}`;
export const COPY_TRACES = {
  mailed: 'De getekende offerte is naar de klant gemaild.',
  asked: 'Een collega is met een taak gevraagd om de getekende offerte te sturen.',
} as const;

/** The portal did not make the evidence of a signature: somebody wrote or changed it in the CRM. */
export function unprovenTask(ref: string) {
  return urgent(
    `Handtekening niet door het portaal vastgelegd: kijk het na (${ref})`,
    'In deze deal staat een handtekening met vastgelegde gegevens die niet van het portaal zijn, of die na de ondertekening zijn gewijzigd. De klant krijgt daarvan geen bevestiging en geen verzegelde PDF. Vraag de klant of die heeft getekend, en kijk in de geschiedenis van de deal wie "gaikan_signature_plain" of "portal_signature_evidence" wijzigde.',
  );
}

/** The withdrawal is valid, but its receipt could not be mailed. */
export function receiptTask(kenmerk: string, withdrawnAt: string) {
  return urgent(
    `Stuur de ontvangstbevestiging herroeping ${kenmerk}`,
    `De klant heeft de overeenkomst herroepen en moet daarvan meteen een bevestiging krijgen, met datum en tijd. Het portaal kon die niet mailen. Datum en tijd staan in de notitie "Herroeping" bij de deal. Schrijf er ook in dat wat al betaald is, uiterlijk op ${repaidBy(withdrawnAt)} terugkomt.`,
  );
}
