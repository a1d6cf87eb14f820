import { exactMoment } from '../crm/texts/moments.ts';
import { SIGN_BUTTON_TEXT } from '../crm/texts/note-texts.ts';
import { crystalFacets } from '../view-models/crystal.ts';
import { pictureIn } from './drawn-signature.ts';
import { COBALT, hasNumbers, LOOKS, type Look } from './looks.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import type { QuotePdf, Signature } from './quote-pdf.ts';
import { type Box, type Cell, CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

const PADDING = 2;
const DRAWN_SIZE = [180, 60] as const;
const CRYSTAL = 58;

type Fact = readonly [label: string, text: string, look: Look];

/** Signer and time, on the first page: the written name next to the crystal. Nothing for an unsigned quote. */
export function drawSigning(sheet: Sheet, { quote, signature }: QuotePdf): void {
  if (!signature) return;
  const { typedName, drawn, at, withdrawnAt } = signature;
  const texts = PDF_TEXTS.signing;
  const facts: Fact[] = [
    ...(typedName ? [[texts.name, typedName, LOOKS.signature] as const] : []),
    [texts.at, at === null ? texts.unknownMoment : exactMoment(Date.parse(at)), LOOKS.body],
    ...(at === null ? [] : [[texts.agreed, signature.evidence?.button ?? SIGN_BUTTON_TEXT, LOOKS.body] as const]),
  ];
  sheet.y += 8;
  sheet.text('H2', texts.title, LOOKS.heading);
  sheet.y += 2;
  const top = sheet.y;
  if (drawn) drawPicture(sheet, drawn, typedName ?? quote.customer.Full_Name ?? '');
  drawFacts(sheet, facts, 100, CONTENT_WIDTH - 100 - CRYSTAL - 20);
  const modules = quote.survey1_calc?.module?.num_modules ?? 6;
  if (!withdrawnAt) drawCrystal(sheet, modules, PAGE.side + CONTENT_WIDTH - CRYSTAL, top);
  if (typedName && hasNumbers(typedName)) sheet.text('P', texts.numbersMean, LOOKS.small);
}

/** Facts that only matter if a signature is disputed, at the very end. */
export function drawProof(sheet: Sheet, { quote, signature }: QuotePdf): void {
  if (!signature) return;
  const texts = PDF_TEXTS.proof;
  const facts: Fact[] = [
    [PDF_TEXTS.parties.kenmerk, quote.kenmerk, LOOKS.strong],
    [texts.fingerprint, inGroups(quote.fingerprint), LOOKS.body],
    ...factsOf(signature.evidence),
  ];
  sheet.y += 16;
  sheet.keep(60 + facts.length * 20);
  sheet.text('H2', texts.title, LOOKS.heading);
  sheet.y += 3;
  if (signature.evidence) sheet.text('P', texts.means, LOOKS.small);
  sheet.y += 3;
  drawFacts(sheet, facts, 130, CONTENT_WIDTH - 134);
  sheet.y += 4;
  sheet.text('P', texts.fingerprintMeans, LOOKS.small);
}

function drawFacts(sheet: Sheet, facts: readonly Fact[], labelWidth: number, width: number): void {
  const columns: readonly Box[] = [
    { left: 0, width: labelWidth },
    { left: labelWidth + 4, width },
  ];
  const table = sheet.table();
  for (const [label, text, look] of facts) {
    const cells: Cell[] = [{ header: 'Row', lines: [[label, LOOKS.label]] }, { lines: [[text, look]] }];
    sheet.row(table, columns, cells, PADDING);
  }
}

/** Where the signature came from, and what it was bound to. */
function factsOf(evidence: Signature['evidence']): Fact[] {
  if (!evidence) return [];
  const texts = PDF_TEXTS.proof;
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

/** One facet per module, as on the page. */
function drawCrystal(sheet: Sheet, modules: number, x: number, y: number): void {
  sheet.decorate((doc) => {
    doc.translate(x, y);
    for (const { path, tone } of crystalFacets(modules, CRYSTAL)) doc.path(path).fillOpacity(tone).fill(COBALT);
  });
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
