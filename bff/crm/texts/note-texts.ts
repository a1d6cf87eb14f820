import type { Note } from '../../../crm-contract/shapes/note.ts';

/** Notes about a signature begin so; the CRM is searched for it before a second could be written (decision F3). */
export const EVIDENCE_TITLE = 'Ondertekening ';
/** And the file with the same facts; both end with the kenmerk. */
export const EVIDENCE_FILE = 'ondertekening-';
/** What stands before a fact of the evidence: written below, and read again by it. */
export const LABELS = {
  name: 'Naam zoals getypt',
  time: 'Tijd (server)',
  terms: 'Voorwaarden',
  payment: 'Betaling',
} as const;

/** The moment of signing that the evidence states; null where it holds none, as after a repair. */
export function signedAtIn(evidence: string | null): string | null {
  const [, moment = ''] = /^Tijd \(server\): (\S+)$/m.exec(evidence ?? '') ?? [];
  return Number.isNaN(Date.parse(moment)) ? null : moment;
}

/** What a note says about a signature; a fact that it does not state is null. */
export interface NotedSignature {
  name: string | null;
  /** Of the quote that was signed. */
  kenmerk: string;
  /** ISO time of our own server. */
  signedAt: string | null;
  termsVersion: string | null;
  /** With or without financing. */
  payment: string | null;
}

/** The signature that a note is the evidence of; null for any other note. */
export function signatureIn({
  Note_Title,
  Note_Content,
}: Pick<Note, 'Note_Title' | 'Note_Content'>): NotedSignature | null {
  if (!Note_Title?.startsWith(EVIDENCE_TITLE)) return null;
  const said = (label: string) => new RegExp(`^${label}: (.+)$`, 'm').exec(Note_Content ?? '')?.[1] ?? null;
  return {
    name: said(LABELS.name),
    kenmerk: Note_Title.slice(EVIDENCE_TITLE.length),
    signedAt: signedAtIn(Note_Content),
    termsVersion: said(LABELS.terms),
    payment: said(LABELS.payment),
  };
}

export const SIGN_BUTTON_TEXT = 'Akkoord / bestelling met betalingsverplichting';

/** The last line of what the portal leaves in the CRM: by it a repeat finds that it was done. */
export function markLine(mark: string): string {
  return `Ref: ${mark}`;
}

export function evidenceTitle(kenmerk: string): string {
  return `${EVIDENCE_TITLE}${kenmerk}`;
}
