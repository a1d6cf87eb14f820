import { z } from 'zod';
import { readDutchNumber } from './dutch-number.ts';

/** Kinds of values whose refusal has its own text (`API_TEXTS.field.unread`). */
export const UNREAD = ['amount', 'number', 'name'] as const;

/** The id of a CRM record: always text, because it exceeds a JavaScript number. */
export const recordId = z.string().regex(/^\d{15,20}$/);

/**
 * Excludes control characters and line separators, because in a note they could make a name look like a line of ours.
 */
const ONE_LINE = /^(?:\t|[^\p{Cc}\p{Zl}\p{Zp}])*$/u;

/** Single-line text, trimmed. */
export function singleLine(maxLength: number) {
  return z.string().trim().max(maxLength).regex(ONE_LINE);
}

/** These characters reverse the text around them, so a contract would display another name than it contains. */
const TURNS_ORDER = /\p{Bidi_Control}/u;
/** Single-line text in logical order: a name or place from another system. */
export function plainLine(maxLength: number) {
  return singleLine(maxLength)
    .min(1)
    .refine((text) => !TURNS_ORDER.test(text));
}

/**
 * Invisible characters: spaces, controls, marks without a base, Unicode's ignorable ones, and the empty Braille cell.
 */
const UNSEEN = /[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text has this many visible characters. */
export function isSeen(text: string, characters = 1): boolean {
  return [...text.replace(UNSEEN, '')].length >= characters;
}

const LETTER = /\p{L}/gu;

/** A name: at least two visible letters (§5, decision J6). */
export function personName(maxLength: number) {
  const letters = (name: string) => name.replace(UNSEEN, '').match(LETTER)?.length ?? 0;
  return singleLine(maxLength).refine((name) => letters(name) >= 2, UNREAD[2]);
}

/** The name under a contract, in the order typed. */
export function signedName() {
  return personName(255).refine((name) => !TURNS_ORDER.test(name));
}

/** One of these texts; a JSON number is accepted for a text of digits (§9). */
export function choice<const Texts extends readonly string[]>(texts: Texts) {
  const known = z.enum(texts);
  return z.union([known, z.number().transform(String).pipe(known)]);
}

const unreadNumber = { error: UNREAD[1] };

/** A whole number stored as a string, as in the CRM; a JSON number is accepted too (decision C3). */
export function wholeNumber(min: number, max: number) {
  return z
    .union([z.string().max(20), z.number()])
    .transform((typed) => (typeof typed === 'string' ? readDutchNumber(typed) : typed))
    .pipe(z.int(unreadNumber).min(min, unreadNumber).max(max, unreadNumber))
    .transform(String);
}
