import { exactMoment } from '../crm/texts/moments-and-euros.ts';
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

/** The facts that matter only if a signature is disputed, after all other text. */
export function drawProof(sheet: Sheet, pdf: QuotePdf): void {
  const { signature } = pdf;
  if (!signature) return;
  const texts = PDF_TEXTS.proof;
  sheet.keep(heightOfProof(sheet, pdf));
  sheet.y += 14;
  sheet.text('H2', texts.title, LOOKS.heading);
  sheet.y += 3;
  if (signature.evidence) sheet.text('P', texts.means, LOOKS.small);
  sheet.y += 3;
  drawFacts(sheet, proofOf(pdf), PROOF_LABEL, PROOF_WIDTH);
  sheet.y += 4;
  sheet.text('P', texts.fingerprintMeans, LOOKS.small);
}

const PROOF_LABEL = 130;
const PROOF_WIDTH = CONTENT_WIDTH - 134;

/** The height of `drawProof`; 0 for an unsigned quote. */
export function heightOfProof(sheet: Sheet, pdf: QuotePdf): number {
  if (!pdf.signature) return 0;
  const { title, means, fingerprintMeans } = PDF_TEXTS.proof;
  const facts = proofOf(pdf).map(([, text, look]) => sheet.heightOf(text, look, PROOF_WIDTH) + 2 * PADDING);
  return (
    14 +
    sheet.heightOf(title, LOOKS.heading) +
    (pdf.signature.evidence ? sheet.heightOf(means, LOOKS.small) : 0) +
    facts.reduce((sum, height) => sum + height, 10) +
    sheet.heightOf(fingerprintMeans, LOOKS.small)
  );
}

function proofOf({ quote, signature }: QuotePdf): Fact[] {
  return [
    [PDF_TEXTS.parties.kenmerk, quote.kenmerk, LOOKS.strong],
    [PDF_TEXTS.proof.fingerprint, inGroups(quote.fingerprint), LOOKS.body],
    ...factsOf(signature?.evidence ?? null),
  ];
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
