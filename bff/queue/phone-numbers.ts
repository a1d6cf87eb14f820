import { phoneDigits } from '../view-models/leads.ts';

/** A number with fewer digits cannot be dialled. */
const FEWEST_DIGITS = 8;
/** Area codes of three digits including the zero; all others have four. Includes 085 and 088. */
const SHORT_AREA = /^(1[035]|2[0346]|3[03568]|4[0356]|5[0358]|7\d|8[58])/;
const COUNTRY = ['+31', '0031'] as const;

/**
 * The nine national digits of a Dutch number in any spelling. Null for other numbers and for placeholders that repeat
 * one digit: those match no other number (decision J9).
 */
export function nationalNumber(phone: string | null): string | null {
  const digits = phoneDigits(phone ?? '');
  return /^[1-9]\d{8}$/.test(digits) && !isStandIn(digits) ? digits : null;
}

export function canBeDialled(phone: string | null): boolean {
  const digits = (phone ?? '').replace(/\D/g, '');
  return digits.length >= FEWEST_DIGITS && !isStandIn(digits);
}

/** Placeholders such as "06-00000000", typed into a required field. */
function isStandIn(digits: string): boolean {
  return /(\d)\1{7}$/.test(digits);
}

/**
 * Lists the usual spellings of a Dutch number: the CRM stores a number as typed, and a query compares text. One `in` of
 * a query takes at most 50.
 */
export function phoneSpellings(typed: string): string[] {
  const national = phoneDigits(typed);
  if (!/^[1-9]\d{8}$/.test(national)) return [];
  const area = national.startsWith('6') ? '6' : national.slice(0, SHORT_AREA.test(national) ? 2 : 3);
  const [plain = '', ...spaced] = groupings(national.slice(area.length));
  const grouped = [plain, ...spaced].flatMap((rest) => [`0${area}-${rest}`, `0${area} ${rest}`, `+31 ${area} ${rest}`]);
  return [
    `0${national}`,
    `31${national}`,
    ...COUNTRY.flatMap((country) => [
      `${country}${national}`,
      `${country} ${national}`,
      `${country}${area} ${plain}`,
      `${country}(0)${national}`,
      `${country} (0)${national}`,
      `${country} (0)${area} ${plain}`,
      `${country} (0)${area}-${plain}`,
    ]),
    ...grouped,
    `+31 ${area}-${plain}`,
    `+31-${area}-${plain}`,
    `0031 ${area} ${plain}`,
    `(0${area}) ${plain}`,
    `0${area} - ${plain}`,
    `0${area}/${plain}`,
    `0${area}.${plain}`,
    `0${area}-${(spaced[0] ?? plain).replaceAll(' ', '-')}`,
  ];
}

/** The digits after the area code: together, and in the usual groups. */
function groupings(rest: string): string[] {
  const groups = GROUPS.filter((lengths) => lengths.reduce((sum, length) => sum + length, 0) === rest.length);
  return [rest, ...groups.map((lengths) => inGroups(rest, lengths))];
}

const GROUPS: readonly (readonly number[])[] = [
  [2, 2, 2, 2],
  [4, 4],
  [3, 3, 2],
  [3, 2, 3],
  [3, 2, 2],
  [3, 4],
  [2, 2, 3],
  [2, 3, 2],
  [2, 2, 2],
  [3, 3],
];

function inGroups(digits: string, lengths: readonly number[]): string {
  return digits.replace(new RegExp(lengths.map((length) => `(\\d{${length}})`).join('')), (...found) =>
    found.slice(1, 1 + lengths.length).join(' '),
  );
}
