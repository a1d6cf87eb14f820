import { type FocusEvent, type MouseEvent, useRef } from 'react';
import { readDutchNumber } from '../../bff/view-models/dutch-number.ts';
import type { NumberFault } from '../texts/fields.ts';

/** How the typed value was corrected. */
type NumberNotice = 'rounded' | 'raised';

interface ReadNumber {
  /** The text in the field. */
  shown: string;
  /** The accepted whole number; empty if there is none. */
  value: string;
  fault?: NumberFault;
  notice?: NumberNotice;
}

interface NumberLimits {
  most: number;
  /** Rounds fractions up, or refuses them. */
  decimals: 'up' | 'refuse';
}

const LEAST = 1;
const NOT_OF_A_NUMBER = /[^\d.,-]/g;
const DECIMALS = /,|\.\d\d?$/;
const UNFINISHED = /^(-?|-?\d*[.,])$/;
/** Digits separated by other characters: joining them would give another number, and metres cost money. */
const SEVERAL = /\d[^\d.,-]+[.,-]*\d/;

/** Reads a number as meant: "3,5" is never 35, and "-4" is never 4 (decision I5). */
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

/**
 * Selects a preset value on focus, so that typing replaces it; the mouse press that focused the field keeps the
 * selection.
 */
export function useSelectOnFocus() {
  const arrived = useRef(false);
  return {
    onFocus: (event: FocusEvent<HTMLInputElement>) => {
      arrived.current = true;
      event.target.select();
    },
    onMouseUp: (event: MouseEvent) => {
      if (arrived.current) event.preventDefault();
      arrived.current = false;
    },
    onBlur: () => {
      arrived.current = false;
    },
  };
}
