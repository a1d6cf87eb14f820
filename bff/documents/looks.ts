import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

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
/** Only for energy flow. */
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
  /** An amount that nobody is asked to pay. */
  pastTotal: { weight: 'regular', size: 12, colour: INK_SOFT, lineGap: 1 },
  signature: { weight: 'hand', size: 27, colour: COBALT, lineGap: -4 },
} as const satisfies Record<string, Look>;

/** Figtree, and Caveat as handwriting for a signed name; both under the SIL Open Font License. */
const WEIGHTS = {
  regular: 'figtree 400',
  semibold: 'figtree 600',
  bold: 'figtree 700',
  hand: 'caveat 600',
} as const;
type Weight = keyof typeof WEIGHTS;

/** Each weight has two files: Western letters, and the rest of Latin. */
const SCRIPTS = ['latin', 'latin-ext'] as const;
type Script = (typeof SCRIPTS)[number];

const files = createRequire(import.meta.url);
const fontName = (weight: Weight, script: Script) => `${weight} ${script}`;

const FONTS = (Object.keys(WEIGHTS) as Weight[]).flatMap((weight) =>
  SCRIPTS.map((script) => {
    const [family, thickness] = WEIGHTS[weight].split(' ');
    const path = files.resolve(`@fontsource/${family}/files/${family}-${script}-${thickness}-normal.woff`);
    return { name: fontName(weight, script), bytes: unpackWoff(readFileSync(path)) };
  }),
);

/** Registers the typeface with a document; only the used letters are embedded. */
export function registerTypeface(doc: PDFKit.PDFDocument): void {
  for (const { name, bytes } of FONTS) doc.registerFont(name, bytes);
}

/**
 * The characters in the first file: Western letters and punctuation (according to its `cmap`, which has fewer than
 * `unicode.json` says).
 */
const WESTERN =
  '\\n\\u0020-\\u007e\\u00a0-\\u00ac\\u00ae-\\u00ff\\u0131\\u0152-\\u0153\\u02c6\\u02da\\u02dc\\u2013-\\u2014\\u2018-\\u201a\\u201c-\\u201e\\u2022\\u2026\\u2039-\\u203a\\u2044\\u20ac\\u2122\\u2212';
/** The characters that only the second file has: "Şahin", "Wałęsa". */
const FURTHER =
  '\\u0100-\\u0113\\u0116-\\u0127\\u012a-\\u012b\\u012e-\\u0130\\u0132-\\u0137\\u0139-\\u013e\\u0141-\\u0148\\u014a-\\u014d\\u0150-\\u0151\\u0154-\\u0161\\u0164-\\u0165\\u016a-\\u017e\\u01cd-\\u01ce\\u0218-\\u021b\\u0237\\u1e80-\\u1e85\\u1e9e\\u1ef2-\\u1ef3';
const EXTENDED = new RegExp(`([${FURTHER}]+)`);
const UNKNOWN = new RegExp(`[^${WESTERN}${FURTHER}]+`, 'gu');

/** Replaces spaces and hyphens missing in the typeface by similar ones. */
function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\u2002-\u200a\u202f]/g, ' ')
    .replace(/[\u2010-\u2012]/g, '-')
    .replaceAll('\u00ad', '');
}

/**
 * Replaces letters of other scripts by their Unicode numbers: "[U+0391 U+03BD]". A name under a contract must be
 * identifiable, also for a screen reader. An empty box identifies nobody, and PDF/UA-1, 7.21.8 forbids letters without
 * a shape.
 */
function printable(text: string): string {
  return drawable(text).replace(UNKNOWN, (letters) => `[${[...letters].map(numberOf).join(' ')}]`);
}

function numberOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Whether any letter of a text is printed as its number. */
export function hasNumbers(text: string): boolean {
  return drawable(text).search(UNKNOWN) >= 0;
}

/** "Ǎ", "ǎ" and "ẞ" exist only in Figtree. */
const NOT_BY_HAND = /[\u01cd\u01ce\u1e9e]/;

/** Splits a text into pieces of one font each. */
export function inFonts(text: string, wanted: Weight): { text: string; font: string }[] {
  const weight = wanted === 'hand' && NOT_BY_HAND.test(text) ? 'semibold' : wanted;
  const pieces = printable(text).split(EXTENDED);
  return pieces.flatMap((piece, index) =>
    piece === '' ? [] : { text: piece, font: fontName(weight, index % 2 === 1 ? 'latin-ext' : 'latin') },
  );
}

/**
 * Converts a web font (WOFF 1.0, https://www.w3.org/TR/WOFF/) to the OpenType font inside. PDFKit reads WOFF too, but
 * decompresses a table again for every letter.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + count * 16);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const from = 44 + index * 20;
    const to = 12 + index * 16;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [number, number, number];
    const stored = woff.subarray(start, start + packed);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(stored) : stored).copy(table);
    woff.copy(directory, to, from, from + 4);
    woff.copy(directory, to + 4, from + 16, from + 20);
    directory.writeUInt32BE(offset, to + 8);
    directory.writeUInt32BE(length, to + 12);
    tables.push(table);
    offset += table.length;
  }
  return Buffer.concat([directory, ...tables]);
}
