import { euros } from '../crm/texts/moments-and-euros.ts';
import { CABINET_WIDTH, cabinetOf, cabinetPlace, isInside, roofPanels, WALL } from '../view-models/house-drawing.ts';
import type { PresentedQuote, QuoteLine } from '../view-models/quote.ts';
import { vatWords } from '../view-models/vat-texts.ts';
import { drawHead } from './head.ts';
import { COBALT, EDGE, INK, LOOKS, type Look, SODIUM, TINT } from './looks.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import { type QuotePdf, titleOf } from './quote-pdf.ts';
import { type Box, type Cell, CONTENT_WIDTH, Sheet } from './sheet.ts';
import { drawProof, drawSigning } from './signing.ts';
import {
  drawForm,
  drawGuarantee,
  drawGuaranteeImages,
  drawNext,
  drawPayment,
  drawTerms,
  drawWhy,
  drawWithdrawal,
} from './small-print.ts';

/**
 * A quote as a tagged PDF (PDF/UA-1), A4. Drawing the same signed quote again gives the same bytes. For an open quote
 * this holds only if `readAt` is the same. Blocks its thread for about 50 ms, the first time 300 ms (see `PdfDrawer`).
 */
export async function drawPdf(given: QuotePdf): Promise<Buffer> {
  const pdf = fitting(given);
  const { quote, signature, seller } = pdf;
  const createdAt = new Date(signature?.evidence?.signedAt ?? pdf.readAt);
  const title = `${titleOf(pdf)} ${quote.kenmerk}`;
  const sheet = new Sheet({ title, author: seller.name, createdAt });
  for (const draw of [
    drawHead,
    drawSigning,
    drawRows,
    drawHouse,
    drawPayment,
    drawWhy,
    drawNext,
    drawWithdrawal,
    drawGuarantee,
    drawTerms,
    drawForm,
    drawProof,
    drawGuaranteeImages,
  ]) {
    draw(sheet, pdf);
  }
  drawFeet(sheet, pdf);
  return sheet.bytes();
}

/** Cuts the texts from the CRM. Texts of the portal file may have any length; a drawn signature is no text. */
function fitting({ quote, shown, offer, signature, ...own }: QuotePdf): QuotePdf {
  return {
    ...own,
    quote: cutTexts(quote),
    shown: cutTexts(shown),
    offer: offer && { ...offer, adviser: cutTexts(offer.adviser) },
    signature: signature && { ...cutTexts(signature), drawn: signature.drawn },
  };
}

function drawFeet(sheet: Sheet, { brand, seller, quote }: QuotePdf): void {
  const { doc } = sheet;
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.markContent('Artifact', { type: 'Pagination' });
    sheet.foot(`${brand} · ${seller.name} · ${PDF_TEXTS.parties.kenmerk} ${quote.kenmerk}`, LOOKS.label, 'left');
    sheet.foot(PDF_TEXTS.page(page - start + 1, count), LOOKS.label, 'right');
    doc.endMarkedContent();
  }
}

/**
 * The length of a single-line field in the CRM. Nobody types a longer text there, and the layout of a very long text
 * can take a minute.
 */
const MOST_CHARACTERS = 255;

/** The same value with all its texts, at any depth, cut to a length that a quote can have. */
function cutTexts<T>(value: T): T {
  if (typeof value === 'string') return cut(value) as T;
  if (Array.isArray(value)) return value.map(cutTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cutTexts(part)])) as T;
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
}

/** The house is drawn as in the survey's distance step (356 × 176), scaled to points. */
const SCALE = 0.95;
const FIGURE = [356 * SCALE, 176 * SCALE] as const;

/** The house from the answers to an open offer: panels, meter cupboard, cable length, cabinet. */
function drawHouse(sheet: Sheet, { offer }: QuotePdf): void {
  if (!offer?.house) return;
  const texts = PDF_TEXTS.house;
  const { metres, panels, modules } = offer.house;
  sheet.y += 16;
  sheet.keep(20 + FIGURE[1] + 20);
  sheet.text('H2', texts.title, LOOKS.heading);
  sheet.y += 3;
  sheet.figure(texts.alt(metres, panels, modules), FIGURE, (x, y) => {
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
    for (const panel of roofPanels(panels)) doc.path(panel).fill(COBALT);
    stroke(`M0 154h${isInside(battery) ? WALL + 20 : 356}`, INK, 1.5);
    doc.roundedRect(28, 84, 36, 70, 2).fillAndStroke('#ffffff', INK);
    stroke('M33 90h26v17H33zM39 95v7M46 95v7M53 95v7M46 107v6M36 113h20v17H36zM41 119h10M46 130v24', EDGE, 1.2);
    stroke(`M59 98H70V146H${battery}`, SODIUM, 3);
    stroke(`M75 137H${battery - 3}m-4-3 4 3-4 3M79 134l-4 3 4 3`, INK, 1);
    doc.roundedRect(battery, cabinet.top, CABINET_WIDTH, cabinet.height, 2).fillAndStroke('#ffffff', INK);
    const { tops, left, width, height } = cabinet.modules;
    for (const top of tops) doc.rect(battery + left, top, width, height).fill(COBALT);
    doc.restore();
    word(texts.metres(metres), (70 + battery) / 2, 124);
    word(texts.cupboard, 40, 159);
    word(texts.battery, battery + CABINET_WIDTH / 2, 159);
  });
  sheet.text('P', texts.note, LOOKS.small);
}

const COLUMNS: readonly Box[] = [
  { left: 0, width: 238 },
  { left: 244, width: 88, align: 'right' },
  { left: 338, width: 50, align: 'right' },
  { left: 394, width: CONTENT_WIDTH - 394, align: 'right' },
];
const TOTALS: readonly Box[] = [
  { left: 220, width: 150 },
  { left: 374, width: CONTENT_WIDTH - 374, align: 'right' },
];
const ROW_PADDING = 5;

/** The rows, the subsidy line and the totals, in the order of the page (§2.5). */
function drawRows(sheet: Sheet, { shown, signature }: QuotePdf): void {
  const { rows: lines } = shown;
  const header = headerCells();
  const [first] = lines;
  sheet.y += 10;
  // Keeps the heading on one page with the first rows.
  const firstHeight = first ? sheet.heightOfRow(COLUMNS, rowCells(first), ROW_PADDING) : 0;
  sheet.keep(24 + sheet.heightOfRow(COLUMNS, header, ROW_PADDING) + firstHeight);
  sheet.text('H2', PDF_TEXTS.rows.title[signature ? 'signed' : 'approve'], LOOKS.heading);
  sheet.y += 2;
  const table = sheet.table();
  sheet.row(table, COLUMNS, header, ROW_PADDING);
  sheet.rule();
  for (const line of lines) {
    sheet.row(table, COLUMNS, rowCells(line), ROW_PADDING);
    sheet.rule();
  }
  drawTotals(sheet, shown);
}

function headerCells(): Cell[] {
  const { product, amount, pricePer, total, exVat } = PDF_TEXTS.rows;
  const column = (...texts: string[]): Cell => ({
    header: 'Column',
    lines: texts.map((text) => [text, LOOKS.label] as const),
  });
  return [column(product), column(pricePer, exVat), column(amount), column(total, exVat)];
}

function rowCells({ name, isDiscount, amount, pricePer, total }: QuoteLine): Cell[] {
  const cell = (text: string): Cell => ({ lines: [[text, LOOKS.body]] });
  // A discount has no quantity.
  const isCounted = amount !== null && !isDiscount;
  return [
    { header: 'Row', lines: [[name, LOOKS.strong]] },
    cell(isCounted ? euros(pricePer) : ''),
    cell(isCounted ? String(amount).replace('.', ',') : ''),
    cell(euros(total)),
  ];
}

function drawTotals(sheet: Sheet, { totals, notices }: PresentedQuote): void {
  const { productUnitPriceSum, vat, finalInclVat } = totals;
  const { vat: vatLabel, rate, toPay } = vatWords(totals);
  const rows: readonly (readonly [string, number | null, Look])[] = [
    [PDF_TEXTS.totals.ex, productUnitPriceSum, LOOKS.body],
    [[vatLabel, rate].filter(Boolean).join(' '), vat, LOOKS.body],
    [PDF_TEXTS.final(toPay), finalInclVat, LOOKS.sum],
  ];
  sheet.y += 6;
  // Keeps the totals together with their conditions.
  sheet.keep(
    notices.reduce((sum, notice) => sum + sheet.heightOf(notice, LOOKS.strong) + 6, 0) +
      rows.reduce((sum, [label, , look]) => sum + sheet.heightOf(label, look) + 6, 0),
  );
  for (const notice of notices) {
    sheet.text('P', notice, LOOKS.strong);
    sheet.y += 6;
  }
  const table = sheet.table();
  for (const [label, value, look] of rows) {
    sheet.row(table, TOTALS, [{ header: 'Row', lines: [[label, look]] }, { lines: [[euros(value), look]] }], 3);
  }
}
