import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { unpackWoff } from './unpack-woff.ts';

const WEIGHTS = { regular: 400, semibold: 600, bold: 700 } as const;
export type Weight = keyof typeof WEIGHTS;

/** Figtree (SIL Open Font License) has two files per weight: Western letters, and the rest of Latin. */
const SCRIPTS = ['latin', 'latin-ext'] as const;
type Script = (typeof SCRIPTS)[number];

const files = createRequire(import.meta.url);
const fontName = (weight: Weight, script: Script) => `${weight} ${script}`;

const FONTS = (Object.keys(WEIGHTS) as Weight[]).flatMap((weight) =>
  SCRIPTS.map((script) => {
    const path = files.resolve(`@fontsource/figtree/files/figtree-${script}-${WEIGHTS[weight]}-normal.woff`);
    return { name: fontName(weight, script), bytes: unpackWoff(readFileSync(path)) };
  }),
);

/** Registers the typeface with a document; only letters that are used are embedded. */
export function registerTypeface(doc: PDFKit.PDFDocument): void {
  for (const { name, bytes } of FONTS) doc.registerFont(name, bytes);
}

/** What only the second file has (`unicode.json` of @fontsource/figtree): "Şahin", "Wałęsa". */
const EXTENDED = /([\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u1e00-\u1e9f\u1ef2-\u1eff]+)/;

/** A text in pieces of one font each. A letter of another script is in neither, and shows as a box. */
export function inFonts(text: string, weight: Weight): { text: string; font: string }[] {
  const pieces = text.normalize('NFC').split(EXTENDED);
  return pieces.flatMap((piece, index) =>
    piece === '' ? [] : { text: piece, font: fontName(weight, index % 2 === 1 ? 'latin-ext' : 'latin') },
  );
}
