import { euros } from '../crm/texts/euros.ts';
import type { PresentedQuote, QuoteLine } from '../view-models/quote.ts';
import { LOOKS, type Look } from './looks.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import type { QuotePdf } from './quote-pdf.ts';
import { type Box, type Cell, CONTENT_WIDTH, type Sheet } from './sheet.ts';

const COLUMNS: readonly Box[] = [
  { left: 0, width: 238 },
  { left: 244, width: 50, align: 'right' },
  { left: 300, width: 88, align: 'right' },
  { left: 394, width: CONTENT_WIDTH - 394, align: 'right' },
];
const TOTALS: readonly Box[] = [
  { left: 220, width: 150 },
  { left: 374, width: CONTENT_WIDTH - 374, align: 'right' },
];
const PADDING = 5;

/** The rows, the subsidy line and the totals, in the order of the page (§2.5). */
export function drawRows(sheet: Sheet, { shown }: QuotePdf): void {
  const { rows: lines } = shown;
  const header = headerCells();
  const [first] = lines;
  sheet.y += 10;
  // A heading never stands alone at the foot of a page.
  const firstHeight = first ? sheet.heightOfRow(COLUMNS, rowCells(first), PADDING) : 0;
  sheet.keep(24 + sheet.heightOfRow(COLUMNS, header, PADDING) + firstHeight);
  sheet.text('H2', PDF_TEXTS.rows.title, LOOKS.heading);
  sheet.y += 2;
  const table = sheet.table();
  sheet.row(table, COLUMNS, header, PADDING);
  sheet.rule();
  for (const line of lines) {
    sheet.row(table, COLUMNS, rowCells(line), PADDING);
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
  return [column(product), column(amount), column(pricePer, exVat), column(total, exVat)];
}

function rowCells({ name, isDiscount, amount, pricePer, total }: QuoteLine): Cell[] {
  const cell = (text: string): Cell => ({ lines: [[text, LOOKS.body]] });
  // A discount has no pieces.
  const isCounted = amount !== null && !isDiscount;
  return [
    { header: 'Row', lines: [[name, LOOKS.strong]] },
    cell(isCounted ? String(amount).replace('.', ',') : ''),
    cell(isCounted ? euros(pricePer) : ''),
    cell(euros(total)),
  ];
}

function drawTotals(sheet: Sheet, { totals, notices }: PresentedQuote): void {
  const { productUnitPriceSum, vat, finalInclVat } = totals;
  const rows: readonly (readonly [string, number | null, Look])[] = [
    [PDF_TEXTS.totals.ex, productUnitPriceSum, LOOKS.body],
    [PDF_TEXTS.totals.vat, vat, LOOKS.body],
    [PDF_TEXTS.totals.final, finalInclVat, LOOKS.sum],
  ];
  sheet.y += 6;
  // The totals stay together, and with what they are subject to.
  sheet.keep(90);
  for (const notice of notices) sheet.text('P', notice, LOOKS.strong);
  const table = sheet.table();
  for (const [label, value, look] of rows) {
    sheet.row(table, TOTALS, [{ header: 'Row', lines: [[label, look]] }, { lines: [[euros(value), look]] }], 3);
  }
}
