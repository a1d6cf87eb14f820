import { drawHead } from './head.ts';
import { drawHouse } from './house.ts';
import { LOOKS } from './looks.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import type { QuotePdf } from './quote-pdf.ts';
import { drawRows } from './rows.ts';
import { Sheet } from './sheet.ts';
import { drawProof, drawSigning } from './signing.ts';
import {
  drawForm,
  drawGuarantee,
  drawGuaranteeImages,
  drawNext,
  drawPayment,
  drawTerms,
  drawWithdrawal,
} from './small-print.ts';

/**
 * A quote as a tagged PDF (PDF/UA-1), A4. The same quote at the same moment, or signed, gives the same bytes.
 * Blocks its thread for about 50 ms, the first time 300 ms (see `PdfDrawer`).
 */
export async function drawPdf(given: QuotePdf): Promise<Buffer> {
  const pdf = fitting(given);
  const { quote, signature, seller } = pdf;
  const createdAt = new Date(signature?.at ?? pdf.readAt);
  const title = `${PDF_TEXTS.title[signature ? 'signed' : 'approve']} ${quote.kenmerk}`;
  const sheet = new Sheet({ title, author: seller.name, createdAt });
  for (const draw of [
    drawHead,
    drawSigning,
    drawRows,
    drawHouse,
    drawPayment,
    drawNext,
    drawWithdrawal,
    drawGuarantee,
    drawTerms,
    drawForm,
    drawGuaranteeImages,
    drawProof,
  ]) {
    draw(sheet, pdf);
  }
  drawFeet(sheet, pdf);
  return sheet.bytes();
}

/** Texts of the portal file may have any length; a drawn signature is not text. */
function fitting({ quote, shown, signature, ...own }: QuotePdf): QuotePdf {
  return {
    ...own,
    quote: cutTexts(quote),
    shown: cutTexts(shown),
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
 * The length of a single-line field in the CRM. Longer text was never typed there, and laying it out can take a minute.
 */
const MOST_CHARACTERS = 255;

/** The same value with every text in it, at any depth, shortened to what a quote can hold. */
function cutTexts<T>(value: T): T {
  if (typeof value === 'string') return cut(value) as T;
  if (Array.isArray(value)) return value.map(cutTexts) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cutTexts(part)])) as T;
}

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1).toWellFormed()}…`;
}
