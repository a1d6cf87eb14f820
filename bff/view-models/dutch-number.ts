// Parses numbers as written in the Netherlands, for every field and body that accepts one as text. No zod here: the web
// uses it for input fields.

/** Groups of three after a dot or space, or no groups; then decimals after a comma. */
const WRITTEN = /^(?=.*\d)(-?)([1-9]\d{0,2}(?:[.\s]\d{3})+|\d*)(?:,(\d+))?$/;
/** On a keypad the decimal sign is a dot: a dot before one or two digits is not a group separator. */
const KEYPAD_DECIMALS = /\.(?=\d{1,2}$)/;

/**
 * A dot before exactly three digits groups thousands, a comma is the decimal sign: "1.250" is 1250 and "12,5" is 12.5.
 *
 * @returns the number, or null if the text is not a number or is ambiguous: a wrong number is worse than a question
 */
export function readDutchNumber(typed: string): number | null {
  const read = WRITTEN.exec(typed.trim().replace(KEYPAD_DECIMALS, ','));
  if (!read) return null;
  const [, sign, whole = '', part = '0'] = read;
  return Number(`${sign}${whole.replace(/\D/g, '')}.${part}`);
}

const EURO_SIGN = /^€\s*/;
/** "€ 1.250,-" */
const NO_CENTS = /,-{1,2}$/;
/**
 * An amount with three decimals is refused: nobody writes tenths of cents, and elsewhere "1,250" is more than a
 * thousand.
 */
const TENTHS_OF_CENTS = /,\d{3}/;

/** Reads an amount in euros in the same way. It may have its sign: "€ 1.250,00", as the portal itself shows it. */
export function readDutchAmount(typed: string): number | null {
  const bare = typed.trim().replace(EURO_SIGN, '').replace(NO_CENTS, '');
  return TENTHS_OF_CENTS.test(bare) ? null : readDutchNumber(bare);
}
