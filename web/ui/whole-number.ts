/** Why a number cannot be taken as it stands. */
export type NumberFault = 'letters' | 'range' | 'whole';
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
const UNFINISHED = /^(-?|-?\d*[.,])$/;
const NUMBER = /^-?\d*([.,]\d+)?$/;
const THOUSANDS = /^\d{1,3}([. ]\d{3})+$/;
/** Digits on both sides of something else: put together they would be another number, and metres cost money. */
const SEVERAL = /\d[^\d.,-]+[.,-]*\d/;

/** A number as somebody means it: "3,5" is never 35, and "-4" is never 4 (decision I5). */
export function readWholeNumber(typed: string, { most, decimals }: NumberLimits): ReadNumber {
  const trimmed = typed.trim();
  if (THOUSANDS.test(trimmed)) return readText(trimmed.replaceAll(/[. ]/g, ''), most, decimals);
  if (decimals === 'up' && SEVERAL.test(trimmed)) return { shown: trimmed, value: '', fault: 'letters' };
  const text = trimmed.replace(NOT_OF_A_NUMBER, '');
  if (text !== trimmed) return { ...readText(text, most, decimals), fault: 'letters' };
  return readText(text, most, decimals);
}

function readText(text: string, most: number, decimals: NumberLimits['decimals']): ReadNumber {
  if (/^-?\d+$/.test(text)) return inRange(text, Number(text), most);
  if (UNFINISHED.test(text)) return { shown: text, value: '' };
  if (!NUMBER.test(text)) return { shown: text, value: '', fault: 'whole' };
  const number = Number(text.replace(',', '.'));
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
