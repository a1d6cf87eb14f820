import type { Deal } from '../../view-models/deal.ts';
import { REPAID_WITHIN_DAYS } from '../../view-models/payments.ts';
import { spokenDayAfter } from './moments-and-euros.ts';
import { signedAtIn } from './note-texts.ts';

/** A customer's message about a quote or an order: a note on the deal, and a task for its owner. */
export interface MessageText {
  /** The start of the note's title, followed by the kenmerk. */
  kind: string;
  kenmerk: string;
  lines: readonly string[];
  task: { Subject: string; Description: string };
}

/** Time, address and browser of a request. */
export interface PressFacts {
  /** ISO time of our server. */
  at: string;
  /**
   * Address and browser are null in records written after a crash: then only the time is known, from the first note.
   */
  ip: string | null;
  userAgent: string | null;
}

/** Start of the titles of question notes, followed by the kenmerk of the quote. */
export const QUESTION_TITLE = 'Vraag over offerte ';

/** Start of the subjects of tasks about questions. */
export const QUESTION_TASK = 'Beantwoord de vraag over offerte ';

export function questionText(deal: Deal, question: string, facts: PressFacts): MessageText {
  return {
    kind: QUESTION_TITLE,
    kenmerk: deal.kenmerk,
    lines: [freeText(question), '', ...about(deal, facts)],
    task: { Subject: `${QUESTION_TASK}${deal.kenmerk}`, Description: freeText(question) },
  };
}

/** Start of the titles of change request notes, followed by the kenmerk of the unchanged quote. */
export const WISH_TITLE = 'Wens over offerte ';

const EXPLAINED = 'Toelichting: ';

/** `wished`: one line per answer that the customer wants to change. */
export function wishText(deal: Deal, wished: readonly string[], words: string, facts: PressFacts): MessageText {
  const said =
    words === ''
      ? []
      : [
          `${EXPLAINED}${freeText(words)
            .split(/\r\n|\r|\n/)
            .join('\n> ')}`,
        ];
  return {
    kind: WISH_TITLE,
    kenmerk: deal.kenmerk,
    lines: [
      'De klant vraagt om een wijziging. De offerte is niet gewijzigd.',
      ...wished,
      ...said,
      '',
      ...about(deal, facts),
    ],
    task: {
      Subject: `${WISH_TITLE}${deal.kenmerk}`,
      Description: [
        ...wished,
        ...said,
        'De offerte is niet gewijzigd: pas haar aan, of laat de klant weten waarom niet.',
      ].join('\n'),
    },
  };
}

/**
 * From the note of a change request: the answer lines written by the portal, and all lines including the customer's own
 * words.
 */
export function askedIn(note: string): { answers: string[]; all: string[] } {
  const lines = note.split('\n');
  const all = lines
    .slice(
      1,
      lines.findLastIndex((line) => line.startsWith('Klant: ')),
    )
    .filter((line) => line !== '');
  const explained = all.findIndex((line) => line.startsWith(EXPLAINED));
  return { answers: explained === -1 ? all : all.slice(0, explained), all };
}

/** Start of the titles of refusal notes, followed by the kenmerk of the refused quote. */
export const DECLINED_TITLE = 'Offerte afgewezen ';

export function declineText(deal: Deal, reason: string, facts: PressFacts): MessageText {
  const why = reason === '' ? 'De klant gaf geen reden.' : `Reden: ${freeText(reason)}`;
  return {
    kind: DECLINED_TITLE,
    kenmerk: deal.kenmerk,
    lines: ['De klant wil deze offerte niet.', why, '', ...about(deal, facts)],
    task: {
      Subject: `Klant wil offerte ${deal.kenmerk} niet`,
      Description: `${why}\nDe fase van de deal is niet gewijzigd. De klant leest dat wij niet meer bellen over deze offerte: het portaal verwijdert de geplande gesprekken erover. Staat er dan nog een in de agenda, verwijder het zelf.`,
    },
  };
}

/** The order as its withdrawal describes it. */
export interface WithdrawnOrder {
  dealId: string;
  contactId: string;
  kenmerk: string;
  dealName: string | null;
  /** As typed; null for a drawn signature. */
  signedBy: string | null;
  /** ISO time, if the signature is proven. */
  signedAt: string | null;
  customer: string | null;
  /** Null if nothing proves what was signed. */
  totals: Deal['quote']['totals'] | null;
}

/** Start of the titles of withdrawal notes, followed by the kenmerk of the withdrawn order. */
export const WITHDRAWAL_TITLE = 'Herroeping ';

/** The last day on which the seller may repay the payments made before the withdrawal. */
export const repaidBy = (withdrawnAt: string) => spokenDayAfter(Date.parse(withdrawnAt), REPAID_WITHIN_DAYS);

export function withdrawalText(order: WithdrawnOrder, facts: PressFacts): MessageText {
  const { kenmerk, signedBy, signedAt } = order;
  return {
    kind: WITHDRAWAL_TITLE,
    kenmerk,
    lines: [
      'De klant herroept de overeenkomst, met de knop "Overeenkomst herroepen" en een bevestiging daarna.',
      `Ondertekend door: ${signedBy ?? 'getekende handtekening'}`,
      '',
      ...pressLines(order, facts),
      `Contact: ${order.contactId}`,
      ...(signedAt === null ? [] : [`Getekend (server): ${signedAt}`]),
    ],
    task: {
      Subject: `Herroeping van overeenkomst ${kenmerk}`,
      Description: `De klant heeft de overeenkomst herroepen. Ga na of de bevestiging per e-mail is verstuurd, plan niets in en betaal uiterlijk op ${repaidBy(facts.at)} terug wat al betaald is: die dag leest de klant in de bevestiging. De fase van de deal is niet gewijzigd: doe dat zelf.`,
    },
  };
}

function about({ id, kenmerk, customer }: Deal, facts: PressFacts): string[] {
  return pressLines({ dealId: id, kenmerk, customer: customer.Full_Name }, facts);
}

function pressLines(
  { dealId, kenmerk, customer }: Pick<WithdrawnOrder, 'dealId' | 'kenmerk' | 'customer'>,
  { at, ip, userAgent }: PressFacts,
): string[] {
  return [
    `Klant: ${customer?.replace(/\s+/g, ' ') ?? 'onbekend'}`,
    `Offertekenmerk: ${kenmerk}`,
    `Tijd (server): ${at}`,
    ...(ip === null ? [] : [`IP-adres: ${ip}`]),
    ...(userAgent === null ? [] : [`Browser: ${userAgent}`]),
    `Deal: ${dealId}`,
  ];
}

/** The facts in the note of a withdrawal. The time of signing is null if it was not proven. */
export interface WithdrawalFacts extends PressFacts {
  contactId: string | null;
  signedAt: string | null;
}

/** Null if the note has no time. */
export function withdrawalFactsIn(note: string): WithdrawalFacts | null {
  const after = (label: string) => new RegExp(`^${label}: (.*)$`, 'm').exec(note)?.[1] ?? null;
  const at = signedAtIn(note);
  if (at === null) return null;
  return {
    at,
    ip: after('IP-adres'),
    userAgent: after('Browser'),
    contactId: after('Contact'),
    signedAt: after('Getekend \\(server\\)'),
  };
}

/**
 * Starts of the lines that the portal parses from notes and tasks, after any character that a CRM or browser treats as
 * a line break.
 */
const READ_AGAIN =
  /(^|[\n\r\u0085\u2028\u2029\v\f])([^\S\n\r\u2028\u2029\v\f]*(?:Ref|Tijd \(server\)|Naam zoals getypt|Voorwaarden|Betaling|Offertekenmerk|Vingerafdruk|Medewerker|Deal)\s*:)/gi;
/**
 * Control characters other than tabs and line breaks: a CRM or mail may cut a text at a NUL, which would drop the
 * portal's lines after it.
 */
const NOT_SHOWN = /[^\P{Cc}\t\n\v\f\r\u0085]/gu;

/** Typed text, escaped for a note: no line of it can be mistaken for one that the portal wrote. */
function freeText(typed: string): string {
  return typed.replace(NOT_SHOWN, '').replace(READ_AGAIN, '$1> $2');
}
