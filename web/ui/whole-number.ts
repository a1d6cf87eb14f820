import { readDutchNumber } from '../../bff/view-models/dutch-number.ts';
import type { NumberFault } from '../texts/fields.ts';

/** What was made of it, where that is not what was typed. */
export type NumberNotice = 'rounded' | 'raised';

export interface ReadNumber {
  /** What the field shows. */
  shown: string;
  /** The whole number that is meant; empty while there is none to take. */
  value: string;
  fault?: NumberFault;
  notice?: NumberNotice;
}

interface NumberLimits {
  most: number;
  /** A part of a whole one counts as one more, or is refused. */
  decimals: 'up' | 'refuse';
}

const LEAST = 1;
const NOT_OF_A_NUMBER = /[^\d.,-]/g;
const DECIMALS = /,|\.\d\d?$/;
const UNFINISHED = /^(-?|-?\d*[.,])$/;
/** Digits on both sides of something else: put together they would be another number, and metres cost money. */
const SEVERAL = /\d[^\d.,-]+[.,-]*\d/;

/** A number as somebody means it: "3,5" is never 35, and "-4" is never 4 (decision I5). */
export function readWholeNumber(typed: string, { most, decimals }: NumberLimits): ReadNumber {
  const text = typed.trim();
  const number = readDutchNumber(text);
  if (number !== null) return whole(text, number, most, decimals);
  if (decimals === 'up' && SEVERAL.test(text)) return { shown: text, value: '', fault: 'letters' };
  const bare = text.replace(NOT_OF_A_NUMBER, '');
  if (bare !== text) return { ...readWholeNumber(bare, { most, decimals }), fault: 'letters' };
  return UNFINISHED.test(text) ? { shown: text, value: '' } : { shown: text, value: '', fault: 'whole' };
}

function whole(text: string, number: number, most: number, decimals: NumberLimits['decimals']): ReadNumber {
  if (!DECIMALS.test(text)) return inRange(text.replace(/[.\s]/g, ''), number, most);
  if (number >= 0 && decimals === 'refuse') return { shown: text, value: '', fault: 'whole' };
  const up = Math.ceil(number);
  const read = inRange(String(up), up, most);
  if (read.fault) return { ...read, shown: text };
  return read.notice ? read : { ...read, notice: 'rounded' };
}

function inRange(shown: string, number: number, most: number): ReadNumber {
  if (number < LEAST) return { shown: String(LEAST), value: String(LEAST), notice: 'raised' };
  if (number > most) return { shown, value: '', fault: 'range' };
  return { shown, value: String(number) };
}
