import type { ByteReader } from '../byte-reader.ts';
import { FileRefused, MOST_PIXELS } from '../file-refused.ts';
import { metadataRanges } from './heif-metadata.ts';

const BOX_NAME = /^[\x20-\x7e]{4}$/;
/** The boxes of a picture or a series of pictures; others may hold anything, and only keep their size. */
const STAYING = new Set(['ftyp', 'meta', 'moov', 'mdat']);
const LARGEST_META = 1024 * 1024;
/** What a browser could take for a page. */
const MARKUP = /<(?:!doctype|html|script|svg|body|iframe)[\s>]/i;
/** As much of a piece as may be the start of what is found at the next. */
const OVERLAP = 12;

/**
 * A HEIC or HEIF whose boxes follow each other to the very end, with a picture in them. Pictures are found by their
 * offset, so nothing may get shorter: other boxes, Exif and XMP are blanked.
 */
export function* cleanHeif(reader: ByteReader): Generator<Uint8Array> {
  let tail = '';
  const pieces: Buffer[] = [];
  const metadata: Range[] = [];
  for (const piece of boxes(reader, metadata)) {
    const text = tail + piece.toString('latin1');
    if (MARKUP.test(text)) throw new FileRefused('damaged');
    tail = text.slice(-OVERLAP);
    pieces.push(piece);
  }
  let at = 0;
  for (const piece of pieces) {
    yield blanked(piece, at, metadata);
    at += piece.length;
  }
}

interface Range {
  from: number;
  length: number;
}

/** The piece of the file that begins at `at`, with zeros where metadata stands. */
function blanked(piece: Buffer, at: number, metadata: readonly Range[]): Buffer {
  const inside = metadata.filter(({ from, length }) => from < at + piece.length && from + length > at);
  if (inside.length === 0) return piece;
  const copy = Buffer.from(piece);
  for (const { from, length } of inside)
    copy.fill(0, Math.max(0, from - at), Math.min(copy.length, from + length - at));
  return copy;
}

/** Every box as it stays; `metadata` gets what of them tells about the photographer. */
function* boxes(reader: ByteReader, metadata: Range[]): Generator<Buffer> {
  const seen = new Set<string>();
  let at = 0;
  while (reader.peek(1).length > 0) {
    const head = boxHead(reader);
    const name = head.toString('latin1', 4, 8);
    if (!BOX_NAME.test(name)) throw new FileRefused('damaged');
    seen.add(name);
    const size = sizeOf(head);
    if (size === 'to the end') {
      if (name !== 'mdat') throw new FileRefused('damaged');
      yield head;
      for (let piece = reader.next(); piece; piece = reader.next()) yield piece;
      continue;
    }
    if (size < head.length) throw new FileRefused('damaged');
    const length = size - head.length;
    if (name === 'meta') metadata.push(...metadataRanges(checkedMeta(reader, length), at + head.length));
    at += size;
    if (STAYING.has(name)) {
      yield head;
      yield* reader.pass(length);
    } else {
      const blank = Buffer.from(head);
      blank.write('free', 4, 'latin1');
      yield blank;
      yield* reader.blank(length);
    }
  }
  if (!seen.has('mdat') || !(seen.has('meta') || seen.has('moov'))) throw new FileRefused('damaged');
}

/** Its `meta` box, with the sizes of its pictures checked: they stand in its properties (ISO/IEC 23008-12, `ispe`). */
function checkedMeta(reader: ByteReader, length: number): Buffer {
  if (length > LARGEST_META) throw new FileRefused('damaged');
  const meta = reader.peek(length);
  for (let at = meta.indexOf('ispe'); at !== -1 && at + 16 <= meta.length; at = meta.indexOf('ispe', at + 4)) {
    if (meta.readUInt32BE(at + 8) * meta.readUInt32BE(at + 12) > MOST_PIXELS) throw new FileRefused('damaged');
  }
  return meta;
}

function boxHead(reader: ByteReader): Buffer {
  const start = reader.peek(8);
  if (start.length < 8) throw new FileRefused('damaged');
  return reader.take(start.readUInt32BE() === 1 ? 16 : 8);
}

function sizeOf(head: Buffer): number | 'to the end' {
  const size = head.length === 16 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE();
  return size === 0 ? 'to the end' : size;
}

const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** The file type box: its main brand and those it is compatible with. `mif1` alone could also be an AVIF. */
export function isHeif(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const size = head.readUInt32BE();
  if (size < 16 || size > head.length || size % 4 !== 0) return false;
  const brands = new Set([head.toString('latin1', 8, 12)]);
  for (let at = 16; at < size; at += 4) brands.add(head.toString('latin1', at, at + 4));
  return [...brands].some((brand) => HEIF_BRANDS.has(brand)) && !brands.has('avif') && !brands.has('avis');
}
