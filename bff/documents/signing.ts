import { exactMoment } from '../crm/texts/moments.ts';
import { SIGN_BUTTON_TEXT } from '../crm/texts/note-texts.ts';
import { pictureIn } from './drawn-signature.ts';
import { LOOKS, type Look } from './looks.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import type { QuotePdf, Signature } from './quote-pdf.ts';
import { type Box, type Cell, CONTENT_WIDTH, type Sheet } from './sheet.ts';
import { hasNumbers } from './typeface.ts';

const COLUMNS: readonly Box[] = [
  { left: 0, width: 130 },
  { left: 134, width: CONTENT_WIDTH - 134 },
];
const PADDING = 2;
const DRAWN_SIZE = [180, 60] as const;

/** Who signed, when, and what exactly. Nothing while unsigned. */
export function drawSigning(sheet: Sheet, { quote, signature }: QuotePdf): void {
  if (!signature) return;
  const { typedName, drawn, at } = signature;
  const texts = PDF_TEXTS.signing;
  const facts: (readonly [label: string, text: string, look: Look])[] = [
    ...(typedName ? [[texts.name, typedName, LOOKS.signature] as const] : []),
    [texts.at, at === null ? texts.unknownMoment : exactMoment(Date.parse(at)), LOOKS.body],
    ...(at === null ? [] : [[texts.agreed, signature.evidence?.button ?? SIGN_BUTTON_TEXT, LOOKS.body] as const]),
    [PDF_TEXTS.parties.kenmerk, quote.kenmerk, LOOKS.strong],
    [texts.fingerprint, inGroups(quote.fingerprint), LOOKS.body],
    ...factsOf(signature.evidence),
  ];
  const rows = facts.map(([label, text, look]): Cell[] => [
    { header: 'Row', lines: [[label, LOOKS.label]] },
    { lines: [[text, look]] },
  ]);
  const height = rows.reduce((sum, cells) => sum + sheet.heightOfRow(COLUMNS, cells, PADDING), 0);
  sheet.y += 14;
  // The signature stays together with what it signs.
  sheet.keep(24 + (drawn ? DRAWN_SIZE[1] + 20 : 0) + height + 28);
  sheet.text('H2', texts.title, LOOKS.heading);
  sheet.y += 4;
  if (drawn) drawPicture(sheet, drawn, typedName ?? quote.customer.Full_Name ?? '');
  const table = sheet.table();
  for (const cells of rows) sheet.row(table, COLUMNS, cells, PADDING);
  sheet.y += 4;
  if (typedName && hasNumbers(typedName)) sheet.text('P', texts.numbersMean, LOOKS.small);
  sheet.text('P', texts.fingerprintMeans, LOOKS.small);
}

/** From where it was signed, and what the signature was bound to. */
function factsOf(evidence: Signature['evidence']): (readonly [label: string, text: string, look: Look])[] {
  if (!evidence) return [];
  const texts = PDF_TEXTS.signing;
  const { ip, userAgent, ref, confirmedByCustomer, cut } = evidence;
  const facts: (readonly [string, string | null])[] = [
    [texts.shown, confirmedByCustomer ? texts.confirmed : texts.bound],
    [texts.ip, ip],
    [texts.browser, userAgent],
    [texts.ref, ref],
    [texts.cut, cut.join('; ') || null],
  ];
  return facts.flatMap(([label, text]) => (text === null ? [] : [[label, text, LOOKS.label] as const]));
}

function drawPicture(sheet: Sheet, drawn: string, name: string): void {
  const picture = pictureIn(drawn);
  if (!picture) {
    sheet.text('P', PDF_TEXTS.signing.undrawable, LOOKS.body);
    return;
  }
  sheet.text('P', PDF_TEXTS.signing.drawn, LOOKS.label);
  sheet.figure(PDF_TEXTS.signing.drawnAlt(name), DRAWN_SIZE, (x, y) => {
    sheet.doc.image(picture.bytes, x, y, { fit: [...DRAWN_SIZE] });
  });
  sheet.y += 6;
}

/** 64 digits on two lines, so that people can compare them. */
function inGroups(fingerprint: string): string {
  const groups = fingerprint.match(/.{8}/g) ?? [];
  return `${groups.slice(0, 4).join(' ')}\n${groups.slice(4).join(' ')}`;
}
