import { COBALT, INK } from './looks.ts';

/**
 * The word mark and the salt crystal of the portal's pages (160 × 50), as SVG paths; the circles are parts of letters.
 */
const BOWLS = [14, 45, 115] as const;
const STROKES = [
  'M24 11.5V36a10 10 0 0 1-18.8 4.8',
  'M55 11.5V37M68.5 11.5V37M82 1v36M97.5 12 84 25.5M88.5 21 99 37',
  'M125 11.5V37M137.5 11.5V37M137.5 24a9 9 0 0 1 18 0v13',
];
const CRYSTAL = 'm68.5-.5 5 2.9v5.7l-5 2.9-5-2.9V2.4z';

export const WORDMARK_SIZE = [96, 30] as const;

export function drawWordmark(doc: PDFKit.PDFDocument, x: number, y: number): void {
  const [width] = WORDMARK_SIZE;
  doc
    .save()
    .translate(x, y)
    .scale(width / 160)
    .lineWidth(5.2)
    .strokeColor(INK);
  for (const cx of BOWLS) doc.circle(cx, 24, 10).stroke();
  for (const path of STROKES) doc.path(path).stroke();
  doc.path(CRYSTAL).fill(COBALT).restore();
}
