import {
  CALL_OUTCOMES,
  type CallOutcome,
  isCallOutcome,
  NO_INTEREST_WORDS,
  type NoInterestReason,
  OUTCOMES,
} from '../../view-models/call-outcomes.ts';
import type { UndoableEditName } from '../../view-models/callcenter.ts';
import type { CallcenterAction, CallLaterUnit, RefusedPart } from '../../view-models/callcenter-action.ts';
import type { TimelineKind } from '../../view-models/timeline.ts';
import { DECLINED_TITLE, QUESTION_TITLE, WISH_TITLE, WITHDRAWAL_TITLE } from './message-texts.ts';
import { exactMoment } from './moments-and-euros.ts';
import { EVIDENCE_TITLE, FINANCING_TITLE, PERMISSION_TITLE, refLine } from './note-texts.ts';
import { COPY_TITLE } from './order-texts.ts';

export function noInterestBecause(reason: NoInterestReason): string {
  return `Genoemd: ${NO_INTEREST_WORDS[reason]}`;
}

/** Quote edits that can be undone, named like their buttons (§2.10). */
export const UNDOABLE_EDIT_LABELS: Record<UndoableEditName, string> = {
  discount: 'Korting toepassen',
  'upgrade-deal-version': 'Omzetten naar modules',
};

/** The line before the words that a colleague wrote when planning a call. It is written when the call is made. */
export const PLANNED_WORDS = 'Bij de afspraak stond:';

/** A line of call and note if the customer called. */
export const CUSTOMER_CALLED = 'De klant belde zelf.';

export function outcomeOf(callResult: string | null): CallOutcome | null {
  return CALL_OUTCOMES.find((outcome) => OUTCOMES[outcome].label === callResult) ?? null;
}

const UNITS: Record<CallLaterUnit, readonly [one: string, more: string]> = {
  minutes: ['minuut', 'minuten'],
  hours: ['uur', 'uur'],
  days: ['dag', 'dagen'],
  weeks: ['week', 'weken'],
  months: ['maand', 'maanden'],
};

/** The choice of staff, without the resulting time, so that a repeat has the same text. */
export function callLaterChoice(amount: number, unit: CallLaterUnit): string {
  return `Terugbellen na: ${amount} ${UNITS[unit][amount === 1 ? 0 : 1]}`;
}

export const MADE_CALL_SUBJECT = 'Gebeld vanuit het portaal';
export const AGREED_CALL_SUBJECT = 'Terugbellen';

/** The last line of an action's note or call, by which a repeat finds it (decision G3). */
const REF_LINE = /\n?Ref: ([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})$/;

export function withRef(lines: readonly string[], ref: string): string {
  return [...lines, refLine(ref)].join('\n');
}

export function refIn(text: string | null): string | null {
  return REF_LINE.exec(text ?? '')?.[1] ?? null;
}

export function withoutRef(text: string): string {
  return text.replace(REF_LINE, '');
}

const OTHER_TITLES: Partial<Record<CallcenterAction['action'], string>> = {
  setOwner: 'Eigenaar gewijzigd',
  note: 'Notitie',
  undo: 'Belresultaat ongedaan gemaakt',
  'set-contact-details': 'Contactgegevens gewijzigd',
  'send-link': 'Persoonlijke link gestuurd',
  'new-link': 'Persoonlijke link vervangen',
  permission: PERMISSION_TITLE,
};

/** The note line about a mailed link; notes never contain the link itself. */
export function linkSentTo(email: string): string {
  return `Per e-mail, door het CRM: ${email}`;
}

export const LINK_ASKED_FOR = 'Aangevraagd op de website, met dit adres.';

export const LINK_NOT_CONFIRMED = 'Het CRM heeft niet bevestigd dat deze e-mail is verstuurd.';

/** Added if staff changed the address within the day before (decision J13). */
export function afterAddressChange(changedAt: number): string {
  return `Een medewerker heeft het e-mailadres kort hiervoor gewijzigd: ${exactMoment(changedAt)}`;
}

export const OLD_LINK_ENDED = 'De oude link werkt niet meer.';

export function undoneLine(what: string): string {
  return `Ongedaan gemaakt: ${what}`;
}

/** Parts of an undo that the CRM may refuse, as the note of the undo names them. The note itself is not among them. */
const NOT_UNDONE: Partial<Record<RefusedPart, string>> = {
  agreed_calls: 'de gesprekken',
  stage: 'de fase van de deal',
  visible: 'of de offerte openstaat',
  tag: 'de tag "niet-bellen"',
  permission: 'de toestemming om te bellen',
};

/**
 * The lines about an undo: what it did, what it left alone because somebody had changed it meanwhile, and what the CRM
 * refused.
 */
export function undoFacts(
  action: CallOutcome,
  left: readonly ('Stage' | 'survey1_client_visible' | 'portal_declined_at' | 'callback' | 'permission')[],
  { Stage }: { Stage: string | null },
  refused: readonly RefusedPart[],
): string[] {
  const unchanged = {
    Stage: `fase ${Stage ?? 'leeg'}`,
    survey1_client_visible: 'of de klant de offerte ziet',
    portal_declined_at: 'of de offerte is afgewezen',
    callback: 'de terugbelafspraak',
    permission: 'de toestemming om te bellen',
  };
  return [
    undoneLine(OUTCOMES[action].label),
    ...left.map((field) => `Intussen gewijzigd en zo gelaten: ${unchanged[field]}`),
    ...refused.flatMap((part) =>
      NOT_UNDONE[part] ? `Het CRM nam dit niet aan, het staat er nog: ${NOT_UNDONE[part]}` : [],
    ),
  ];
}

export function actionTitle(action: CallcenterAction['action']): string {
  if (isCallOutcome(action)) return `Belresultaat: ${OUTCOMES[action].label}`;
  return OTHER_TITLES[action] ?? 'Offerte aangepast';
}

interface ActionLines {
  note: string | undefined;
  /** The action's own lines. */
  facts: readonly string[];
  staff: string | null;
  dealName: string | null;
}

/** The text of an action's note: who, about which deal, and what was said (decision B7). */
export function actionLines({ note, facts, staff, dealName }: ActionLines): string[] {
  return [
    ...(note ? [note] : []),
    ...facts,
    `Medewerker: ${staff ?? 'niet gekozen'}`,
    ...(dealName ? [`Deal: ${dealName}`] : []),
  ];
}

/**
 * The colleague who acted. The text names this colleague, because in the CRM the API user is the author of all notes.
 */
export function staffIn(text: string | null): string | null {
  return refIn(text) === null ? null : (/^Medewerker: (.+)$/m.exec(text ?? '')?.[1] ?? null);
}

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
 * The part of a note that the timeline shows. For a customer's message: the customer's words, without the facts of the
 * request below them. For any other note: everything except the lines with its author and deal.
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

const LAST_STAFF_LINE = /(?:^|\n)Medewerker: [^\n]*(?:\nDeal: [^\n]*)?$/;

/** The portal's own notes end with the author and the deal, which the timeline shows beside the text. */
function saidByStaff(content: string): string {
  const text = withoutRef(content);
  return text === content ? text : text.replace(LAST_STAFF_LINE, '');
}

/** The outcome that a note is about, by the label in its title. */
export function outcomeInTitle(title: string | null): string | undefined {
  return Object.values(OUTCOMES).find(({ label }) => title === `Belresultaat: ${label}`)?.label;
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
  copySent: 'Getekende offerte naar de klant verstuurd',
  permission: PERMISSION_TITLE,
} as const;
