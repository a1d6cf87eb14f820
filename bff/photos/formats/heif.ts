import { type ByteReader, textsOf } from '../byte-reader.ts';
import { FileRefused, MOST_PIXELS } from '../file-refused.ts';
import { metadataRanges, type Range } from './heif-metadata.ts';

const BOX_NAME = /^[\x20-\x7e]{4}$/;
/** The boxes of a picture or a series of pictures; others may hold anything, and only keep their size. */
const STAYING = new Set(['ftyp', 'meta', 'moov', 'mdat']);
/** Phones write three or four. */
const MOST_BOXES = 1_000;
const LARGEST_META = 1024 * 1024;
/** What a browser could take for a page. */
const MARKUP = /<(?:!doctype|html|script|svg|body|iframe)[\s>]/i;
/** As much of a piece as may be the start of what is found at the next. */
const OVERLAP = 12;

/**
 * A HEIC or HEIF whose boxes follow each other to the very end, with a picture in them. Pictures are found by their
 * offset, so nothing may get shorter: other boxes, Exif and XMP are blanked.
 */
export function cleanHeif(reader: ByteReader): Buffer[] {
  const whole = reader.rest;
  const seen = new Set<string>();
  const metadata: Range[] = [];
  for (let boxes = 0; reader.rest.length > 0; boxes += 1) {
    const head = boxHead(reader);
    const name = head.toString('latin1', 4, 8);
    const isSecondMeta = name === 'meta' && seen.has(name);
    if (!BOX_NAME.test(name) || isSecondMeta || boxes === MOST_BOXES) throw new FileRefused('damaged');
    seen.add(name);
    const from = reader.at;
    const body = reader.pass(bodyLength(head, name, reader.rest.length));
    if (name === 'meta') {
      checkSizes(body);
      metadata.push(...metadataRanges(body, from));
    }
    if (STAYING.has(name)) continue;
    head.write('free', 4, 'latin1');
    body.fill(0);
  }
  if (!seen.has('mdat') || !(seen.has('meta') || seen.has('moov'))) throw new FileRefused('damaged');
  for (const { from, to } of metadata) whole.fill(0, Math.min(from, whole.length), Math.min(to, whole.length));
  for (const text of textsOf(whole, OVERLAP)) if (MARKUP.test(text)) throw new FileRefused('damaged');
  return [whole];
}

function boxHead(reader: ByteReader): Buffer {
  const start = reader.peek(8);
  if (start.length < 8) throw new FileRefused('damaged');
  return reader.take(start.readUInt32BE() === 1 ? 16 : 8);
}

/** A box without a size goes on to the end of the file: only the picture's data may. */
function bodyLength(head: Buffer, name: string, left: number): number {
  const size = head.length === 16 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE();
  if (size === 0 && name === 'mdat') return left;
  if (size < head.length) throw new FileRefused('damaged');
  return size - head.length;
}

/** The sizes of its pictures stand in the properties of the `meta` box (ISO/IEC 23008-12, `ispe`). */
function checkSizes(meta: Buffer): void {
  if (meta.length > LARGEST_META) throw new FileRefused('damaged');
  for (let at = meta.indexOf('ispe'); at !== -1 && at + 16 <= meta.length; at = meta.indexOf('ispe', at + 4)) {
    if (meta.readUInt32BE(at + 8) * meta.readUInt32BE(at + 12) > MOST_PIXELS) throw new FileRefused('damaged');
  }
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
