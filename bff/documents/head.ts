import { euros } from '../crm/texts/euros.ts';
import { spokenMoment } from '../crm/texts/moments.ts';
import { COBALT, LOOKS, type Look, TINT } from './looks.ts';
import { PAPER } from './pdf-texts.ts';
import { choiceIn } from './quote-lines.ts';
import type { Paper } from './quote-pdf.ts';
import { type Box, CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';
import { drawWordmark, WORDMARK_SIZE } from './wordmark.ts';

/** The top of the first page: what it is, for whom, by whom, what is bought and for how much. */
export function drawHead(sheet: Sheet, paper: Paper): void {
  const { quote, signature, brand } = paper;
  sheet.figure(brand, WORDMARK_SIZE, (x, y) => drawWordmark(sheet.doc, x, y));
  sheet.y += 18;
  sheet.text('H1', PAPER.title[signature ? 'signed' : 'approve'], LOOKS.title);
  sheet.text('P', quote.Deal_Name ?? PAPER.nameless, LOOKS.subtitle);
  sheet.y += 13;
  drawParties(sheet, paper);
  sheet.y += 13;
  drawChoice(sheet, paper);
  sheet.y += 12;
  for (const line of stateOf(paper)) {
    sheet.text('P', line, LOOKS.body);
    sheet.y += 4;
  }
}

const THIRD = (CONTENT_WIDTH - 2 * 18) / 3;

function drawParties(sheet: Sheet, { quote, seller, readAt, signature }: Paper): void {
  const { Full_Name, Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country } = quote.customer;
  const zipCity = [Mailing_Zip, Mailing_City].filter(Boolean).join(' ');
  const columns: (readonly (readonly [string | null, Look])[])[] = [
    [
      [PAPER.parties.customer, LOOKS.label],
      [Full_Name, LOOKS.strong],
      [Mailing_Street, LOOKS.body],
      [zipCity, LOOKS.body],
      [Mailing_Country, LOOKS.body],
    ],
    [
      [PAPER.parties.seller, LOOKS.label],
      [seller.name, LOOKS.strong],
      [seller.street, LOOKS.body],
      [seller.zipCity, LOOKS.body],
      [seller.phone, LOOKS.body],
      [seller.email, LOOKS.body],
      [`${PAPER.kvk} ${seller.kvk}`, LOOKS.body],
      [`${PAPER.vatId} ${seller.vatId}`, LOOKS.body],
    ],
    [
      [PAPER.parties.kenmerk, LOOKS.label],
      [quote.kenmerk, LOOKS.kenmerk],
      [momentOf(signature, readAt), LOOKS.body],
    ],
  ];
  const top = sheet.y;
  const ends = columns.map((lines, index) => {
    sheet.y = top;
    const box: Box = { left: index * (THIRD + 18), width: THIRD };
    for (const [text, look] of lines) if (text) sheet.text('P', text, look, box);
    return sheet.y;
  });
  sheet.y = Math.max(...ends);
}

/** When it was signed, where that is known; of a quote that is open, how long ago it was so. */
function momentOf(signature: Paper['signature'], readAt: number): string | null {
  if (!signature) return PAPER.readAt(spokenMoment(readAt));
  return signature.at === null ? null : PAPER.signedAt(spokenMoment(Date.parse(signature.at)));
}

const PADDING = 14;
const LEFT: Box = { left: PADDING, width: 200 };
const RIGHT: Box = { left: 240, width: CONTENT_WIDTH - 240 - PADDING };

/** What it costs in all, and what for, in one glance. */
function drawChoice(sheet: Sheet, { quote }: Paper): void {
  const final = euros(quote.survey1_calc?.priceCalc.finalInclVat ?? null);
  const choice = choiceIn(quote);
  const heightOf = (lines: readonly (readonly [string, Look])[], { width }: Box) =>
    lines.reduce((sum, [text, look]) => sum + sheet.heightOf(text, look, width), 0);
  const left = [[PAPER.final, LOOKS.label] as const, [final, LOOKS.total] as const];
  const right = [[PAPER.choice.title, LOOKS.label] as const, ...choice.map((text) => [text, LOOKS.body] as const)];
  const height = Math.max(heightOf(left, LEFT), choice.length > 0 ? heightOf(right, RIGHT) : 0) + 2 * PADDING;
  const top = sheet.y;
  sheet.decorate((doc) => {
    doc.roundedRect(PAGE.side, top, CONTENT_WIDTH, height, 4).fill(TINT);
    doc.rect(PAGE.side, top, 3, height).fill(COBALT);
  });
  sheet.y = top + PADDING;
  for (const [text, look] of left) sheet.text('P', text, look, LEFT);
  if (choice.length > 0) {
    sheet.y = top + PADDING;
    sheet.text('P', PAPER.choice.title, LOOKS.label, RIGHT);
    sheet.list(choice, LOOKS.body, '•', RIGHT);
  }
  sheet.y = top + height;
}

function stateOf({ signature }: Paper): string[] {
  if (!signature) return [PAPER.state.approve];
  const { changedSince, withdrawnAt } = signature;
  return [
    PAPER.state.signed,
    ...(changedSince ? [PAPER.state.changedSince] : []),
    ...(withdrawnAt ? [PAPER.state.withdrawn(spokenMoment(Date.parse(withdrawnAt)))] : []),
  ];
}
