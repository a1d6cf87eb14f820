import { repaidBy } from '../crm/texts/message-texts.ts';
import { euros, exactMoment, spokenMoment } from '../crm/texts/moments-and-euros.ts';
import { isModuleQuote } from '../quote/found-deal.ts';
import { crystalFacets } from '../view-models/crystal.ts';
import { modulesOf } from '../view-models/offer.ts';
import { vatWords } from '../view-models/vat-texts.ts';
import { COBALT, EDGE, INK, LOOKS, type Look, TINT } from './looks.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import { type QuotePdf, titleOf } from './quote-pdf.ts';
import { type Box, CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

/** The top of the first page: kind of document, customer, seller, choice and price. */
export function drawHead(sheet: Sheet, pdf: QuotePdf): void {
  const { quote, signature, offer, brand } = pdf;
  sheet.figure(brand, WORDMARK_SIZE, (x, y) => drawWordmark(sheet.doc, x, y));
  sheet.y += 18;
  sheet.text('H1', titleOf(pdf), LOOKS.title);
  const withdrawnAt = signature?.withdrawnAt;
  if (withdrawnAt) sheet.text('P', PDF_TEXTS.withdrawnAt(spokenMoment(Date.parse(withdrawnAt))), LOOKS.sum);
  const declinedAt = offer?.declinedAt;
  if (declinedAt) sheet.text('P', PDF_TEXTS.declinedAt(spokenMoment(Date.parse(declinedAt))), LOOKS.sum);
  sheet.text('P', quote.Deal_Name ?? PDF_TEXTS.nameless, LOOKS.subtitle);
  sheet.y += 13;
  drawParties(sheet, pdf);
  sheet.y += 13;
  drawChoice(sheet, pdf);
  sheet.y += 12;
  for (const [line, look] of stateOf(pdf)) {
    sheet.text('P', line, look);
    sheet.y += 4;
  }
}

const THIRD = (CONTENT_WIDTH - 2 * 18) / 3;

function drawParties(sheet: Sheet, { quote, seller, offer, readAt, signature }: QuotePdf): void {
  const { Full_Name, Mailing_Street, Mailing_Zip, Mailing_City, Mailing_Country } = quote.customer;
  const adviser = offer?.adviser;
  const zipCity = [Mailing_Zip, Mailing_City].filter(Boolean).join(' ');
  const columns: (readonly (readonly [string | null, Look])[])[] = [
    [
      [PDF_TEXTS.parties.customer, LOOKS.label],
      [Full_Name, LOOKS.strong],
      [Mailing_Street, LOOKS.body],
      [zipCity, LOOKS.body],
      [Mailing_Country, LOOKS.body],
    ],
    [
      [PDF_TEXTS.parties.seller, LOOKS.label],
      [seller.name, LOOKS.strong],
      [seller.street, LOOKS.body],
      [seller.zipCity, LOOKS.body],
      [seller.phone, LOOKS.body],
      [seller.email, LOOKS.body],
      [`${PDF_TEXTS.kvk} ${seller.kvk}`, LOOKS.body],
      [`${PDF_TEXTS.vatId} ${seller.vatId}`, LOOKS.body],
    ],
    [
      [PDF_TEXTS.parties.kenmerk, LOOKS.label],
      [quote.kenmerk, LOOKS.kenmerk],
      [momentOf(signature, readAt), LOOKS.body],
      [adviser ? PDF_TEXTS.parties.adviser(adviser.name, adviser.phone) : null, LOOKS.body],
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

/** The time of signing, if known; for an open quote the time of reading. */
function momentOf(signature: QuotePdf['signature'], readAt: number): string | null {
  if (!signature) return PDF_TEXTS.readAt(spokenMoment(readAt));
  const { evidence } = signature;
  return evidence && PDF_TEXTS.signedAt(spokenMoment(Date.parse(evidence.signedAt)));
}

const PADDING = 14;
const LEFT: Box = { left: PADDING, width: 200 };
const CRYSTAL = 44;
const RIGHT: Box = { left: 240, width: CONTENT_WIDTH - 240 - PADDING };

/** The total and what it is for. */
function drawChoice(sheet: Sheet, pdf: QuotePdf): void {
  const { quote, shown, signature, offer } = pdf;
  const isForSale = !signature?.withdrawnAt && !offer?.declinedAt;
  const { price, priceNotForSale, choice: texts } = PDF_TEXTS;
  const together = isModuleQuote(quote) ? texts.together : '';
  // Non-breaking spaces keep each number in a detail on one line with its unit.
  const choice = shown.highlights.map(({ text, detail }) =>
    detail ? `${text}${together} ${detail.replaceAll(' ', '\u00a0')}` : text,
  );
  // One facet per module; on an order the crystal is next to the signature.
  const modules = signature || !isForSale ? 0 : (modulesOf(quote) ?? 0);
  const right: Box = modules > 0 ? { ...RIGHT, width: RIGHT.width - CRYSTAL - PADDING } : RIGHT;
  const left = [
    [(isForSale ? price : priceNotForSale)(vatWords(shown.totals).toPay), LOOKS.label],
    [euros(shown.totals.finalInclVat), isForSale ? LOOKS.total : LOOKS.pastTotal],
  ] as const;
  const heights = [
    left.reduce((sum, [text, look]) => sum + sheet.heightOf(text, look, LEFT.width), 0),
    choice.length === 0
      ? 0
      : sheet.heightOf(texts.title, LOOKS.label, right.width) + sheet.heightOfList(choice, LOOKS.body, right.width),
  ];
  const height = Math.max(...heights) + 2 * PADDING;
  const top = sheet.y;
  sheet.decorate((doc) => {
    doc.roundedRect(PAGE.side, top, CONTENT_WIDTH, height, 4).fill(TINT);
    doc.rect(PAGE.side, top, 3, height).fill(isForSale ? COBALT : EDGE);
    doc.translate(PAGE.side + CONTENT_WIDTH - PADDING - CRYSTAL, top + (height - CRYSTAL) / 2);
    for (const { path, tone } of crystalFacets(modules, CRYSTAL)) doc.path(path).fillOpacity(tone).fill(COBALT);
  });
  sheet.y = top + PADDING;
  for (const [text, look] of left) sheet.text('P', text, look, LEFT);
  if (choice.length > 0) {
    sheet.y = top + PADDING;
    sheet.text('P', texts.title, LOOKS.label, right);
    sheet.list(choice, LOOKS.body, '•', right);
  }
  sheet.y = top + height;
}

/** The state of an order goes first, because it must not be overlooked. */
function stateOf({ signature, offer }: QuotePdf): (readonly [string, Look])[] {
  if (offer?.declinedAt) {
    return [[PDF_TEXTS.state.declined(exactMoment(Date.parse(offer.declinedAt)), offer.portalAddress), LOOKS.sum]];
  }
  if (offer) return [[PDF_TEXTS.state.approve(offer.portalAddress), LOOKS.body]];
  if (!signature) return [];
  const { changedSince, withdrawnAt, withdrawalIn, remadeAt, evidence } = signature;
  const withdrawn = withdrawalIn === 'field' ? PDF_TEXTS.state.withdrawnByField : PDF_TEXTS.state.withdrawn;
  return [
    ...(withdrawnAt
      ? [[withdrawn(exactMoment(Date.parse(withdrawnAt)), repaidBy(withdrawnAt)), LOOKS.sum] as const]
      : []),
    evidence ? [PDF_TEXTS.state[withdrawnAt ? 'unsealed' : 'signed'], LOOKS.body] : [PDF_TEXTS.state.copy, LOOKS.sum],
    ...(remadeAt === null ? [] : [[PDF_TEXTS.state.remade(exactMoment(remadeAt)), LOOKS.body] as const]),
    ...(changedSince ? [[PDF_TEXTS.state.changedSince, LOOKS.body] as const] : []),
  ];
}

/**
 * The word mark and the salt crystal of the portal's pages (160 × 50), as SVG paths; the circles are parts of letters.
 */
const BOWLS = [14, 45, 115] as const;
const STROKES = [
  'M24 11.5V36a10 10 0 0 1-18.8 4.8',
  'M55 11.5V37M68.5 11.5V37M82 1v36M97.5 12 84 25.5M88.5 21 99 37',
  'M125 11.5V37M137.5 11.5V37M137.5 24a9 9 0 0 1 18 0v13',
];
const WORDMARK_CRYSTAL = 'm68.5-.5 5 2.9v5.7l-5 2.9-5-2.9V2.4z';

const WORDMARK_SIZE = [96, 30] as const;

function drawWordmark(doc: PDFKit.PDFDocument, x: number, y: number): void {
  const [width] = WORDMARK_SIZE;
  doc
    .save()
    .translate(x, y)
    .scale(width / 160)
    .lineWidth(5.2)
    .strokeColor(INK);
  for (const cx of BOWLS) doc.circle(cx, 24, 10).stroke();
  for (const path of STROKES) doc.path(path).stroke();
  doc.path(WORDMARK_CRYSTAL).fill(COBALT).restore();
}
