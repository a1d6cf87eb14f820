import { COBALT, EDGE, INK, LOOKS, SODIUM, TINT } from './looks.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import type { QuotePdf } from './quote-pdf.ts';
import type { Sheet } from './sheet.ts';

/** The drawing of the survey's distance step (356 × 160), on paper: the same house, in points. */
const SCALE = 0.95;
const SIZE = [356 * SCALE, 176 * SCALE] as const;
const INSIDE = { from: 98, to: 164, metres: 12 };
const OUTSIDE = { from: 232, to: 306, metres: 25 };
const COLUMNS = 3;
const CABINET = { width: 36, height: 60, top: 94 };

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
    const battery = placeOf(metres);
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
    doc.roundedRect(battery, CABINET.top, CABINET.width, CABINET.height, 3).fillAndStroke('#ffffff', INK);
    for (const [left, top, width, height] of modulesIn(modules ?? COLUMNS)) {
      doc.rect(battery + left, CABINET.top + top, width, height).fill(COBALT);
    }
    doc.restore();
    word(texts.metres(metres), (70 + battery) / 2, 130);
    word(texts.cupboard, 40, 159);
    word(texts.battery, battery + CABINET.width / 2, 159);
  });
  sheet.text('P', texts.note, LOOKS.small);
}

function placeOf(metres: number): number {
  if (metres <= INSIDE.metres) return INSIDE.from + ((metres - 1) / (INSIDE.metres - 1)) * (INSIDE.to - INSIDE.from);
  const share = Math.min(1, (metres - INSIDE.metres) / (OUTSIDE.metres - INSIDE.metres));
  return OUTSIDE.from + share * (OUTSIDE.to - OUTSIDE.from);
}

/** As many as there are, stacked in the cabinet: left, top, width, height. */
function modulesIn(count: number): (readonly [number, number, number, number])[] {
  const columns = count <= COLUMNS * 2 ? 1 : COLUMNS;
  const rows = Math.ceil(count / columns);
  const [width, height] = [(CABINET.width - 8 - (columns - 1) * 2) / columns, (CABINET.height - 10) / rows - 2];
  return Array.from({ length: count }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    return [4 + column * (width + 2), CABINET.height - 5 - (row + 1) * (height + 2) + 2, width, height] as const;
  });
}
