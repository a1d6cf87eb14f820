import type { Weight } from './typeface.ts';

/** Text styles of the PDF. Sizes in points. */
export interface Look {
  weight: Weight;
  size: number;
  colour: string;
  /** Between lines, in points. */
  lineGap: number;
}

export const INK = '#14202e';
const INK_SOFT = '#4d5966';
export const COBALT = '#1b3aa6';
export const TINT = '#f1f4fc';
export const LINE = '#c9ccd3';
export const EDGE = '#7c8590';
/** Only where energy flows. */
export const SODIUM = '#f0b429';

export const LOOKS = {
  title: { weight: 'bold', size: 24, colour: INK, lineGap: 0 },
  subtitle: { weight: 'regular', size: 12, colour: INK_SOFT, lineGap: 1 },
  heading: { weight: 'semibold', size: 12.5, colour: COBALT, lineGap: 0 },
  subheading: { weight: 'semibold', size: 9, colour: INK, lineGap: 1.5 },
  body: { weight: 'regular', size: 9.5, colour: INK, lineGap: 2.5 },
  strong: { weight: 'semibold', size: 9.5, colour: INK, lineGap: 2.5 },
  small: { weight: 'regular', size: 8.5, colour: INK, lineGap: 2 },
  label: { weight: 'regular', size: 8.5, colour: INK_SOFT, lineGap: 1 },
  sum: { weight: 'bold', size: 11, colour: INK, lineGap: 2 },
  kenmerk: { weight: 'semibold', size: 13, colour: INK, lineGap: 0 },
  total: { weight: 'bold', size: 23, colour: COBALT, lineGap: 0 },
  signature: { weight: 'hand', size: 27, colour: COBALT, lineGap: -4 },
} as const satisfies Record<string, Look>;
