import type { Deal } from '../../view-models/deal.ts';
import { freeText } from './free-text.ts';

/** A customer's message about a quote or an order: a note with the deal, and a task for its owner. */
export interface MessageText {
  /** The title of the note, up to the kenmerk that follows. */
  kind: string;
  kenmerk: string;
  lines: readonly string[];
  task: { Subject: string; Description: string };
}

/** Who pressed, when, from where. */
export interface PressFacts {
  /** ISO time of our own server. */
  at: string;
  /** Null in what is left after a crash, with the browser: then only the moment is stored in the deal. */
  ip: string | null;
  userAgent: string | null;
}

export function questionText(deal: Deal, question: string, facts: PressFacts): MessageText {
  return {
    kind: 'Vraag over offerte ',
    kenmerk: deal.kenmerk,
    lines: [freeText(question), '', ...about(deal, facts)],
    task: { Subject: `Beantwoord de vraag over offerte ${deal.kenmerk}`, Description: freeText(question) },
  };
}

/** Titles of notes about a wish begin so, followed by the kenmerk of the quote that stays as it is. */
export const WISH_TITLE = 'Wens over offerte ';

const EXPLAINED = 'Toelichting: ';

/** `wished`: one line per answer that the customer would have otherwise. */
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
      Subject: `Wens over offerte ${deal.kenmerk}`,
      Description: [
        ...wished,
        ...said,
        'De offerte is niet gewijzigd: pas haar aan, of laat de klant weten waarom niet.',
      ].join('\n'),
    },
  };
}

/** Of a wish's note: the lines that the portal wrote of the answers, and with the customer's own words all that is asked. */
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

/** Titles of notes about a refusal begin so, followed by the kenmerk of the refused quote. */
export const DECLINED_TITLE = 'Offerte afgewezen ';

export function declineText(deal: Deal, reason: string, facts: PressFacts): MessageText {
  const why = reason === '' ? 'De klant gaf geen reden.' : `Reden: ${freeText(reason)}`;
  return {
    kind: DECLINED_TITLE,
    kenmerk: deal.kenmerk,
    lines: ['De klant wil deze offerte niet.', why, '', ...about(deal, facts)],
    task: {
      Subject: `Klant wil offerte ${deal.kenmerk} niet`,
      Description: `${why}\nDe fase van de deal is niet gewijzigd.`,
    },
  };
}

/** Titles of notes about a withdrawal begin so, followed by the kenmerk of the withdrawn order. */
export const WITHDRAWAL_TITLE = 'Herroeping ';

export function withdrawalText(deal: Deal, facts: PressFacts): MessageText {
  return {
    kind: WITHDRAWAL_TITLE,
    kenmerk: deal.kenmerk,
    lines: [
      'De klant herroept de overeenkomst, met de knop "Overeenkomst herroepen" en een bevestiging daarna.',
      `Ondertekend door: ${deal.gaikan_signature_plain ?? 'getekende handtekening'}`,
      '',
      ...about(deal, facts),
    ],
    task: {
      Subject: `Herroeping van overeenkomst ${deal.kenmerk}`,
      Description:
        'De klant heeft de overeenkomst herroepen. Ga na of de bevestiging per e-mail is verstuurd, plan niets in en betaal terug wat al betaald is. De fase van de deal is niet gewijzigd: doe dat zelf.',
    },
  };
}

function about(deal: Deal, { at, ip, userAgent }: PressFacts): string[] {
  return [
    `Klant: ${deal.customer.Full_Name ?? 'onbekend'}`,
    `Offertekenmerk: ${deal.kenmerk}`,
    `Tijd (server): ${at}`,
    ...(ip === null ? [] : [`IP-adres: ${ip}`]),
    ...(userAgent === null ? [] : [`Browser: ${userAgent}`]),
    `Deal: ${deal.id}`,
  ];
}
