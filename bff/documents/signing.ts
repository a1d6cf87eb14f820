import { inflateSync } from 'node:zlib';
import { exactMoment } from '../crm/texts/moments-and-euros.ts';
import { crystalFacets } from '../view-models/crystal.ts';
import { COBALT, hasNumbers, LOOKS, type Look } from './looks.ts';
import { PDF_TEXTS } from './pdf-texts.ts';
import type { QuotePdf, Signature } from './quote-pdf.ts';
import { type Box, type Cell, CONTENT_WIDTH, PAGE, type Sheet } from './sheet.ts';

const PADDING = 2;
const DRAWN_SIZE = [180, 60] as const;
const CRYSTAL = 58;

type Fact = readonly [label: string, text: string, look: Look];

/**
 * Who signed and when, on the first page. A proven signature has the crystal beside it. Draws nothing for an unsigned
 * quote.
 */
export function drawSigning(sheet: Sheet, { quote, signature }: QuotePdf): void {
  if (!signature) return;
  const { typedName, drawn, withdrawnAt, evidence } = signature;
  const texts = PDF_TEXTS.signing;
  const facts: Fact[] = [
    ...(typedName ? [[texts.name, typedName, LOOKS.signature] as const] : []),
    [texts.at, evidence ? exactMoment(Date.parse(evidence.signedAt)) : texts.unknownMoment, LOOKS.body],
    ...(evidence ? [[texts.agreed, evidence.button, LOOKS.body] as const] : []),
  ];
  sheet.y += 8;
  sheet.text('H2', texts.title, LOOKS.heading);
  sheet.y += 2;
  const top = sheet.y;
  if (drawn) drawPicture(sheet, drawn, typedName ?? quote.customer.Full_Name ?? '');
  drawFacts(sheet, facts, 100, CONTENT_WIDTH - 100 - CRYSTAL - 20);
  // As on the page, the crystal marks a signature that the portal can prove.
  const isSealed = evidence !== null && !withdrawnAt;
  const modules = quote.survey1_calc?.module?.num_modules ?? 6;
  if (isSealed) drawCrystal(sheet, modules, PAGE.side + CONTENT_WIDTH - CRYSTAL, top);
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

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const MOST_PIXELS = 4_000_000;
const MOST_ROW_BYTES = 16_000_000;
/** Values per pixel, and bits per value, by colour type (PNG 1.2, section 11.2.2). */
const COLOURS: Readonly<Record<number, { values: number; bits: readonly number[] }>> = {
  0: { values: 1, bits: [1, 2, 4, 8, 16] },
  2: { values: 3, bits: [8, 16] },
  3: { values: 1, bits: [1, 2, 4, 8] },
  4: { values: 2, bits: [8, 16] },
  6: { values: 4, bits: [8, 16] },
};
const LAST_FILTER = 4;

interface Picture {
  bytes: Buffer;
  /** In pixels. */
  size: readonly [width: number, height: number];
}

/** The picture in a data URL, such as a drawn signature; null if it is not usable. */
export function pictureIn(dataUrl: string): Picture | null {
  const [, kind, base64 = ''] = /^data:image\/(png|jpeg);base64,(.+)$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (kind === 'png') {
    const png = checkedPng(bytes);
    return png && { bytes: png, size: [png.readUInt32BE(16), png.readUInt32BE(20)] };
  }
  const size = kind === 'jpeg' ? sizeOfJpeg(bytes) : null;
  return size && { bytes, size };
}

/** The markers that begin a frame (ITU-T T.81, table B.1): C0 to CF without DHT, JPG and DAC. */
const FRAME = /^c[0-35-79a-bd-f]$/;

/** PDFKit embeds a JPEG unchanged and reads only its header. */
function sizeOfJpeg(bytes: Buffer): Picture['size'] | null {
  if (bytes.length < 4 || bytes.readUInt16BE() !== 0xffd8) return null;
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (!FRAME.test((bytes[at + 1] ?? 0).toString(16))) continue;
    const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
    const isUsable = width * height > 0 && width * height <= MOST_PIXELS && [1, 3, 4].includes(bytes[at + 9] ?? 0);
    return isUsable ? [width, height] : null;
  }
  return null;
}

interface Chunk {
  name: string;
  /** With its length, name and checksum. */
  whole: Buffer;
  data: Buffer;
}

/**
 * A PNG rebuilt from the checked chunks only. PDFKit's decoder uses the last header and stops at the first end marker,
 * so drawing could take for ever, even if the file passed the check. The rebuilt file can be read in one way only.
 */
function checkedPng(png: Buffer): Buffer | null {
  const chunks = chunksOf(png);
  const only = (name: string) => {
    const [chunk, second] = chunks?.filter((each) => each.name === name) ?? [];
    return chunk && !second ? chunk : null;
  };
  const [header, end] = [only('IHDR'), only('IEND')];
  if (!chunks || !header || !end || chunks[0] !== header || chunks.at(-1) !== end) return null;
  const data = chunks.filter(({ name }) => name === 'IDAT');
  if (!areWhole(header.data, Buffer.concat(data.map((each) => each.data)))) return null;
  const isIndexed = header.data[9] === 3;
  const palette = isIndexed ? only('PLTE') : null;
  if (isIndexed && (!palette || palette.data.length === 0 || palette.data.length % 3 !== 0)) return null;
  const kept = [header, palette, ...data, end].flatMap((chunk) => chunk?.whole ?? []);
  return Buffer.concat([SIGNATURE, ...kept]);
}

/** Null if the chunks do not cover the file to its last byte. */
function chunksOf(png: Buffer): Chunk[] | null {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + 12 <= png.length) {
    const end = at + 12 + png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    chunks.push({ name, whole: png.subarray(at, end), data: png.subarray(at + 8, end - 4) });
    at = end;
  }
  return at === png.length ? chunks : null;
}

/** Whether the compressed rows are exactly as many as the header says. */
function areWhole(header: Buffer, packed: Buffer): boolean {
  if (header.length !== 13) return false;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bits = 0, colourType = 0, packing, filtering, interlaced] = header.subarray(8);
  const colours = COLOURS[colourType];
  if (!colours?.bits.includes(bits) || packing !== 0 || filtering !== 0 || interlaced !== 0) return false;
  const rowBytes = 1 + Math.ceil((width * bits * colours.values) / 8);
  const size = height * rowBytes;
  if (width * height === 0 || width * height > MOST_PIXELS || size > MOST_ROW_BYTES) return false;
  try {
    const rows = inflateSync(packed, { maxOutputLength: size });
    if (rows.length !== size) return false;
    return Array.from({ length: height }, (_, row) => rows[row * rowBytes] ?? 0).every((by) => by <= LAST_FILTER);
  } catch {
    return false;
  }
}
