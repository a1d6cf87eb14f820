import type { PermissionChannel } from '../../view-models/callcenter-action.ts';
import { callPermissionWords } from '../../view-models/choices.ts';
import type { Deal } from '../../view-models/deal.ts';
import { euros } from './euros.ts';

/** Notes about a signature begin so; the CRM is searched for it before a second could be written (decision F3). */
export const EVIDENCE_TITLE = 'Ondertekening ';
/** What stands before a fact of the evidence. */
export const LABELS = {
  name: 'Naam zoals getypt',
  time: 'Tijd (server)',
  terms: 'Voorwaarden',
  payment: 'Betaling',
  fingerprint: 'Vingerafdruk',
  button: 'Knop',
  ip: 'IP-adres',
  userAgent: 'Browser',
  addressChanged: 'E-mailadres gewijzigd door een medewerker',
  linkSent: 'Persoonlijke link daarna gestuurd',
} as const;
export const CONFIRMED = 'Kenmerk bevestigd: de pagina stuurde het kenmerk mee van wat zij toonde.';

/** The moment that a note states; null where it states none. */
export function signedAtIn(evidence: string | null): string | null {
  const [, moment = ''] = /^Tijd \(server\): (\S+)$/m.exec(evidence ?? '') ?? [];
  return Number.isNaN(Date.parse(moment)) ? null : moment;
}

export const SIGN_BUTTON_TEXT = 'Akkoord / bestelling met betalingsverplichting';

/** The last line of what the portal leaves in the CRM: by it a repeat finds that it was done. */
export function refLine(ref: string): string {
  return `Ref: ${ref}`;
}

/** Tells a mark of our own from any other. */
export interface NoteMarks {
  sign(purpose: 'note', of: string): string;
  verify(purpose: 'note', of: string, offered: string): boolean;
}

/** What the last line says; null where it is no such line. Nothing that was typed stands in it. */
export function refIn(content: string | null): string | null {
  return /^Ref: (\S+)$/.exec(content?.split('\n').at(-1) ?? '')?.[1] ?? null;
}

/** Whether the last line is the mark of this very press. */
export function carries(marks: NoteMarks, content: string | null, about: string): boolean {
  const mark = refIn(content);
  return mark !== null && marks.verify('note', about, mark);
}

export function evidenceTitle(kenmerk: string): string {
  return `${EVIDENCE_TITLE}${kenmerk}`;
}

export const PERMISSION_TITLE = 'Toestemming om te bellen';

/** Whoever calls can prove by it who said what, and when. */
export function permissionNote(brand: string, at: string, ref: string) {
  return {
    Note_Title: PERMISSION_TITLE,
    Note_Content: [
      `Aangevinkt: "${callPermissionWords(brand)}"`,
      `Tijd (server): ${at}`,
      'De klant vinkte dit zelf aan bij "Uw contact gegevens".',
      refLine(ref),
    ].join('\n'),
  };
}

const CHANNELS: Record<PermissionChannel, string> = {
  inbound: 'de klant belde zelf',
  callback: 'tijdens een gesprek waarom de klant had gevraagd',
  written: 'schriftelijk, per e-mail of bericht',
};

/** The facts of a permission that somebody gave or took back by word of mouth (decision J9). */
export function toldPermission(
  isGiven: boolean,
  name: string | null,
  channel: PermissionChannel | undefined,
): string[] {
  return [
    isGiven ? 'De klant geeft toestemming om te bellen.' : 'De klant trekt de toestemming om te bellen in.',
    `Klant: ${name ?? 'onbekend'}`,
    `Hoe: ${channel === undefined ? 'niet genoteerd' : CHANNELS[channel]}`,
  ];
}

/** Titles of notes about the choice of financing begin so; the newest note holds (decision F6). */
export const FINANCING_TITLE = 'Financiering: ';

/** The choice, for the note and the evidence of the signature. */
export function financingChoice(deal: Pick<Deal, 'financing'>, chosen: boolean, licenceHolder?: string): string {
  if (!chosen || !deal.financing) return 'zonder financiering';
  const by = licenceHolder === undefined ? '' : `, van ${licenceHolder}`;
  return `met financiering, ${euros(deal.financing.monthlyEuros)} per maand, 15 jaar vast, hooguit 180 maanden, onder voorbehoud van kredietacceptatie${by}`;
}

/** The kenmerk in the title may predate a change of address: only the first word is the choice. */
export function financingIn(title: string): boolean {
  return title.startsWith(`${FINANCING_TITLE}met`);
}

export function financingNote(deal: Deal, chosen: boolean, ref: string) {
  return {
    Note_Title: `${FINANCING_TITLE}${chosen ? 'met' : 'zonder'} (${deal.kenmerk})`,
    Note_Content: [
      `De klant koos bij het goedkeuren in het portaal: ${financingChoice(deal, chosen)}.`,
      `Offertekenmerk: ${deal.kenmerk}`,
      refLine(ref),
    ].join('\n'),
  };
}
