import { OUTCOME_LABELS } from '../../view-models/call-outcomes.ts';
import type { TimelineKind } from '../../view-models/timeline.ts';
import { DECLINED_TITLE, QUESTION_TITLE, WISH_TITLE, WITHDRAWAL_TITLE } from './message-texts.ts';
import { EVIDENCE_TITLE, FINANCING_TITLE, PERMISSION_TITLE } from './note-texts.ts';
import { COPY_TITLE } from './order-texts.ts';
import { actionTitle, CUSTOMER_CALLED, withoutRef } from './outcome-texts.ts';

// Texts of a contact's timeline (decision J10).

/** Title prefixes of the portal's notes; any other note is a plain one. */
const NOTE_KINDS: readonly (readonly [begins: string, kind: TimelineKind])[] = [
  [QUESTION_TITLE, 'question'],
  [WISH_TITLE, 'wish'],
  [DECLINED_TITLE, 'decline'],
  [WITHDRAWAL_TITLE, 'withdrawal'],
  [EVIDENCE_TITLE, 'signed'],
  [FINANCING_TITLE, 'approved'],
  [COPY_TITLE, 'mail'],
  [actionTitle('send-link'), 'mail'],
  [PERMISSION_TITLE, 'permission'],
  ['Belresultaat: ', 'call'],
  [actionTitle('calc'), 'edit'],
  [actionTitle('setOwner'), 'edit'],
  [actionTitle('set-contact-details'), 'edit'],
];

export function kindOfNote(title: string | null): TimelineKind {
  return NOTE_KINDS.find(([begins]) => title?.startsWith(begins))?.[1] ?? 'note';
}

/** Whether an outcome's note, or a colleague's plain one, is about a call by the customer. */
export function isNoteOfInbound(note: { Note_Title: string | null; Note_Content: string | null }): boolean {
  const isColleagues = outcomeInTitle(note.Note_Title) !== undefined || note.Note_Title === actionTitle('note');
  return isColleagues && note.Note_Content?.split('\n').includes(CUSTOMER_CALLED) === true;
}

/** Kinds of events caused by the customer. */
const SAID_BY_CUSTOMER: ReadonlySet<TimelineKind> = new Set([
  'question',
  'wish',
  'decline',
  'withdrawal',
  'signed',
  'approved',
]);

export function isByCustomer(kind: TimelineKind): boolean {
  return SAID_BY_CUSTOMER.has(kind);
}

/**
 * The part of a note that the timeline shows. Of a customer's message, that is the customer's words, without the facts
 * of the request below them. Of any other note, it is everything except the line with its author.
 */
export function saidIn(kind: TimelineKind, content: string | null): string {
  const text = content ?? '';
  if (kind !== 'question' && kind !== 'wish' && kind !== 'decline') return saidByStaff(text);
  const lines = text.split('\n');
  const facts = lines.findLastIndex((line) => line.startsWith('Klant: '));
  return lines
    .slice(0, facts === -1 ? lines.length : facts)
    .join('\n')
    .trim();
}

const LAST_STAFF_LINE = /(?:^|\n)Medewerker: [^\n]*(?=(?:\nDeal: [^\n]*)?$)/;

/** The portal's own notes end with the author, which the timeline shows as `who`. */
function saidByStaff(content: string): string {
  const text = withoutRef(content);
  return text === content ? text : text.replace(LAST_STAFF_LINE, '').trimStart();
}

/** The outcome that a note is about, by the label in its title. */
export function outcomeInTitle(title: string | null): string | undefined {
  return Object.values(OUTCOME_LABELS).find((label) => title === `Belresultaat: ${label}`);
}

/** Titles of events without a note. */
export const EVENT_TITLES = {
  call: (result: string | null) => `Belresultaat: ${result ?? 'niet genoteerd'}`,
  inboundCall: (result: string | null) => (result === null ? 'Inkomend gesprek' : `Inkomend gesprek: ${result}`),
  callback: 'Terugbelafspraak',
  approved: 'Akkoord gegeven in het portaal',
  signed: 'Offerte ondertekend',
  declined: 'Offerte afgewezen',
  withdrawn: 'Overeenkomst herroepen',
  copySent: 'Getekende offerte naar de klant gemaild',
  permission: PERMISSION_TITLE,
} as const;
