import { formatWhole } from './format.ts';

export const FIELDS = { required: '(verplicht)' } as const;

/** Messages below a number field. */
export const NUMBERS = {
  range: (most: number) => `Van 1 tot en met ${formatWhole(most)}.`,
  rounded: (typed: string, value: string) => `${typed} is naar boven afgerond op ${value}.`,
  raised: 'Minder dan 1 kan niet: wij maken er 1 van.',
  faults: {
    letters: () => 'Alleen cijfers, geen letters of andere tekens.',
    range: (most: number) => `Vul een getal in van 1 tot en met ${formatWhole(most)}.`,
    whole: () => 'Vul een heel getal in.',
  },
} as const;

/** What is wrong with a number as typed. */
export type NumberFault = keyof typeof NUMBERS.faults;
