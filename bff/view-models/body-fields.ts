import { z } from 'zod';
import { readDutchNumber } from './dutch-number.ts';

/** The id of a CRM record: always text, because it exceeds a JavaScript number. */
export const recordId = z.string().regex(/^\d{15,20}$/);

/** Control characters and separators of lines or paragraphs: in a note, they could make somebody's name a line of ours. */
const ONE_LINE = /^(?:\t|[^\p{Cc}\p{Zl}\p{Zp}])*$/u;

/** Text of one line, spaces around it aside. */
export function singleLine(maxLength: number) {
  return z.string().trim().max(maxLength).regex(ONE_LINE);
}

/** They turn the order of what stands around them: a contract would show another name than the one that it holds. */
const TURNS_ORDER = /\p{Bidi_Control}/u;
/** Text of one line that stands in the order in which it was written: a name or place that somebody else's system tells. */
export function plainLine(maxLength: number) {
  return singleLine(maxLength)
    .min(1)
    .refine((text) => !TURNS_ORDER.test(text));
}

/** What shows nothing: spaces, controls, marks on nothing, what Unicode itself calls ignorable, and the empty Braille cell. */
const UNSEEN = /[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text shows so many characters. */
export function isSeen(text: string, characters = 1): boolean {
  return [...text.replace(UNSEEN, '')].length >= characters;
}

const LETTER = /\p{L}/gu;

/** The name under a contract: at least two letters that can be seen (§5, decision J6), in the order in which they are typed. */
export function signedName() {
  const letters = (name: string) => name.replace(UNSEEN, '').match(LETTER)?.length ?? 0;
  return singleLine(255).refine((name) => !TURNS_ORDER.test(name) && letters(name) >= 2);
}

/** What of a number is said in words where it is refused (`API_TEXTS.field.unread`). */
export const UNREAD = ['amount', 'number'] as const;
const unreadNumber = { error: UNREAD[1] };

/** A whole number held as a string, as the CRM stores it; a JSON number is taken too (decision C3). */
export function wholeNumber(min: number, max: number) {
  return z
    .union([z.string().max(20), z.number()])
    .transform((typed) => (typeof typed === 'string' ? readDutchNumber(typed) : typed))
    .pipe(z.int(unreadNumber).min(min, unreadNumber).max(max, unreadNumber))
    .transform(String);
}
