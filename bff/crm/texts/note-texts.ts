import type { PermissionChannel } from '../../view-models/callcenter-action.ts';
import { callPermissionWords } from '../../view-models/choices.ts';
import type { Deal } from '../../view-models/deal.ts';
import { euros } from './moments-and-euros.ts';

/**
 * Start of the titles of signature notes. The portal searches for it before writing, so that no second note is made
 * (decision F3).
 */
export const EVIDENCE_TITLE = 'Ondertekening ';
/** Labels of the facts in the evidence note. */
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

/** The time in a note; null if it has none. */
export function signedAtIn(evidence: string | null): string | null {
  const [, moment = ''] = /^Tijd \(server\): (\S+)$/m.exec(evidence ?? '') ?? [];
  return Number.isNaN(Date.parse(moment)) ? null : moment;
}

export const SIGN_BUTTON_TEXT = 'Akkoord / bestelling met betalingsverplichting';

/** The last line of the portal's CRM records, by which a repeat finds them. */
export function refLine(ref: string): string {
  return `Ref: ${ref}`;
}

/** Makes and verifies the portal's marks. */
export interface NoteMarks {
  sign(purpose: 'note', of: string): string;
  verify(purpose: 'note', of: string, offered: string): boolean;
}

/** The reference in the last line; null if the last line has none. It never contains typed text. */
export function lastRefIn(content: string | null): string | null {
  return /^Ref: (\S+)$/.exec(content?.split('\n').at(-1) ?? '')?.[1] ?? null;
}

/** Whether the last line is the mark of this request. */
export function carries(marks: NoteMarks, content: string | null, about: string): boolean {
  const mark = lastRefIn(content);
  return mark !== null && marks.verify('note', about, mark);
}

export function evidenceTitle(kenmerk: string): string {
  return `${EVIDENCE_TITLE}${kenmerk}`;
}

export const PERMISSION_TITLE = 'Toestemming om te bellen';

/** Proof of who gave permission to call, with which words and when. */
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

/** The facts of a permission given or withdrawn orally (decision J9). */
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

/** Start of the titles of financing notes; the newest note counts (decision F6). */
export const FINANCING_TITLE = 'Financiering: ';

/** The choice, for the note and the evidence of the signature. */
export function financingChoice(deal: Pick<Deal, 'financing'>, chosen: boolean, licenceHolder?: string): string {
  if (!chosen || !deal.financing) return 'zonder financiering';
  const by = licenceHolder === undefined ? '' : `, van ${licenceHolder}`;
  return `met financiering, ${euros(deal.financing.monthlyEuros)} per maand, 15 jaar vast, hooguit 180 maanden, onder voorbehoud van kredietacceptatie${by}`;
}

/** The kenmerk in the title may predate a change of address, so only the first word counts. */
export function financingIn(title: string): boolean {
  return title.startsWith(`${FINANCING_TITLE}met`);
}

export function financingNote(deal: Deal, chosen: boolean, ref: string) {
  return {
    Note_Title: `${FINANCING_TITLE}${chosen ? 'met' : 'zonder'} (${deal.kenmerk})`,
    Note_Content: [
      `De klant koos bij het akkoord in het portaal: ${financingChoice(deal, chosen)}.`,
      `Offertekenmerk: ${deal.kenmerk}`,
      refLine(ref),
    ].join('\n'),
  };
}
