import { CABINET_WIDTH, cabinetOf, cabinetPlace } from '../view-models/house-drawing.ts';
import { COBALT, EDGE, INK, LOOKS, SODIUM, TINT } from './looks.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import type { QuotePdf } from './quote-pdf.ts';
import type { Sheet } from './sheet.ts';

/** The drawing of the survey's distance step (356 × 176), on paper: the same house, in points. */
const SCALE = 0.95;
const SIZE = [356 * SCALE, 176 * SCALE] as const;

/** The house of the answers on an open offer: panels, meter cupboard, metres of cable, cabinet. */
export function drawHouse(sheet: Sheet, { house }: QuotePdf): void {
  if (!house) return;
  const texts = PDF_TEXTS.house;
  const { metres, panels, modules } = house;
  sheet.y += 16;
  sheet.keep(20 + SIZE[1] + 20);
  sheet.text('H2', texts.title, LOOKS.heading);
  sheet.y += 3;
  sheet.figure(texts.alt(metres, panels, modules), SIZE, (x, y) => {
    const { doc } = sheet;
    const battery = cabinetPlace(metres);
    const cabinet = cabinetOf(modules);
    const stroke = (path: string, colour: string, width: number) =>
      doc.path(path).lineWidth(width).strokeColor(colour).stroke();
    const word = (text: string, middle: number, top: number) =>
      sheet.label(text, LOOKS.label, { x: x + middle * SCALE, y: y + top * SCALE });
    doc.save().translate(x, y).scale(SCALE).lineWidth(1.5);
    doc.path('M20 154V76h188v78z').fill(TINT);
    stroke('M20 154V76h188v78', EDGE, 1.5);
    doc.path('M6 76 38 22h152l32 54z').fillAndStroke('#ffffff', EDGE);
    if (panels !== null) doc.path('M63 33h29l-4 30H51zM97 33h34v30H94zM136 33h29l12 30h-37z').fill(COBALT);
    stroke('M0 154h356', INK, 1.5);
    doc.roundedRect(28, 84, 36, 70, 2).fillAndStroke('#ffffff', INK);
    stroke('M33 90h26v17H33zM39 95v7M46 95v7M53 95v7M46 107v6M36 113h20v17H36zM41 119h10M46 130v24', EDGE, 1.2);
    stroke(`M59 98H70V146H${battery}`, SODIUM, 3);
    doc.roundedRect(battery, cabinet.top, CABINET_WIDTH, cabinet.height, 2).fillAndStroke('#ffffff', INK);
    const { tops, left, width, height } = cabinet.modules;
    for (const top of tops) doc.rect(battery + left, top, width, height).fill(COBALT);
    doc.restore();
    word(texts.metres(metres), (70 + battery) / 2, 130);
    word(texts.cupboard, 40, 159);
    word(texts.battery, battery + CABINET_WIDTH / 2, 159);
  });
  sheet.text('P', texts.note, LOOKS.small);
}
