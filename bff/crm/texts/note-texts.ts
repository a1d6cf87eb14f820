import type { Note } from '../../../crm-contract/shapes/note.ts';

/** Notes about a signature begin so; the CRM is searched for it before a second could be written (decision F3). */
const EVIDENCE_TITLE = 'Ondertekening ';
/** And the file with the same facts; both end with the kenmerk. */
export const EVIDENCE_FILE = 'ondertekening-';
/** What stands before a fact of the evidence: written below, and read again by it. */
export const LABELS = {
  name: 'Naam zoals getypt',
  time: 'Tijd (server)',
  terms: 'Voorwaarden',
  payment: 'Betaling',
  fingerprint: 'Vingerafdruk',
  button: 'Knop',
  ip: 'IP-adres',
  userAgent: 'Browser',
} as const;
export const CONFIRMED = 'Kenmerk bevestigd: de pagina stuurde het kenmerk mee van wat zij toonde.';

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
  fingerprint: string | null;
  button: string | null;
  ip: string | null;
  userAgent: string | null;
  confirmedByCustomer: boolean;
}

/** The signature that a note is the evidence of; null for any other note. */
export function signatureIn({
  Note_Title,
  Note_Content,
}: Pick<Note, 'Note_Title' | 'Note_Content'>): NotedSignature | null {
  if (!Note_Title?.startsWith(EVIDENCE_TITLE)) return null;
  const said = (label: string) => {
    const [, fact = ''] = new RegExp(`^${label}: (.+)$`, 'm').exec(Note_Content ?? '') ?? [];
    return fact === '' || UNKNOWN.test(fact) ? null : fact;
  };
  return {
    name: said(LABELS.name),
    kenmerk: Note_Title.slice(EVIDENCE_TITLE.length),
    signedAt: signedAtIn(Note_Content),
    termsVersion: said(LABELS.terms),
    payment: said(LABELS.payment),
    fingerprint: said(LABELS.fingerprint),
    button: said(LABELS.button),
    ip: said(LABELS.ip),
    userAgent: said(LABELS.userAgent),
    confirmedByCustomer: Note_Content?.split('\n').includes(CONFIRMED) === true,
  };
}

/** What an earlier version wrote where a crash had taken the fact. */
const UNKNOWN = /^niet (meer bekend|vastgelegd)/;

export const SIGN_BUTTON_TEXT = 'Akkoord / bestelling met betalingsverplichting';

/** The last line of what the portal leaves in the CRM: by it a repeat finds that it was done. */
export function refLine(ref: string): string {
  return `Ref: ${ref}`;
}

/** Tells a mark of our own from any other. */
export interface NoteMarks {
  verify(purpose: 'note', of: string, offered: string): boolean;
}

/** Whether the last line is the mark of this very press. Nothing that was typed stands in the last line. */
export function carries(marks: NoteMarks, content: string | null, about: string): boolean {
  const [, mark] = /^Ref: (\S+)$/.exec(content?.split('\n').at(-1) ?? '') ?? [];
  return mark !== undefined && marks.verify('note', about, mark);
}

export function evidenceTitle(kenmerk: string): string {
  return `${EVIDENCE_TITLE}${kenmerk}`;
}
