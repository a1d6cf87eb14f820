const PLAIN = /^-?\d+$/;
/** Both separators present: the last one is decimal, the other groups by three. */
const DUTCH = /^-?\d{1,3}(\.\d{3})+,\d+$/;
const ENGLISH = /^-?\d{1,3}(,\d{3})+\.\d+$/;
/** Two or more groups can only be grouping. */
const GROUPED = /^-?\d{1,3}([.,])\d{3}(\1\d{3})+$/;
/** A single separator is decimal, unless exactly three digits follow: then it could also group thousands. */
const ONE_SEPARATOR = /^-?\d+[.,]\d+$/;
const TWO_READINGS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Reads an amount typed by a person: "12.5", "12,5", "1.250,00", "€ 1,250.00".
 *
 * @returns the number, or null when the text is not an amount or is ambiguous: a wrong price is worse than none
 */
export function parseAmount(typed: string): number | null {
  const digits = typed.replace(/[\s€]/g, '');
  if (PLAIN.test(digits)) return Number(digits);
  if (DUTCH.test(digits)) return Number(digits.replaceAll('.', '').replace(',', '.'));
  if (ENGLISH.test(digits)) return Number(digits.replaceAll(',', ''));
  if (GROUPED.test(digits)) return Number(digits.replace(/[.,]/g, ''));
  if (ONE_SEPARATOR.test(digits) && !TWO_READINGS.test(digits)) return Number(digits.replace(',', '.'));
  return null;
}
