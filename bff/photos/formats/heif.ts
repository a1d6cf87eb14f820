import { type ByteReader, textsOf } from '../byte-reader.ts';
import { FileRefused, MOST_PIXELS } from '../file-refused.ts';

const BOX_NAME = /^[\x20-\x7e]{4}$/;
/**
 * Boxes of a picture or a series of pictures. Other boxes may contain anything: they are blanked, and keep their size.
 */
const STAYING = new Set(['ftyp', 'meta', 'moov', 'mdat']);
/** Phones write three or four boxes. */
const MOST_BOXES = 1_000;
const LARGEST_META = 1024 * 1024;
/** Anything a browser could interpret as a page. */
const MARKUP = /<(?:!doctype|html|script|svg|body|iframe)[\s>]/i;
/** A match may start in these last characters of a piece and end in the next piece. */
const OVERLAP = 12;

/**
 * Accepts a HEIC or HEIF whose boxes cover the file to its end and contain a picture. Pictures are referenced by
 * offset, so nothing may be removed: other boxes, Exif and XMP are blanked.
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

/** A box without a size continues to the end of the file, which is only allowed for the picture data. */
function bodyLength(head: Buffer, name: string, left: number): number {
  const size = head.length === 16 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE();
  if (size === 0 && name === 'mdat') return left;
  if (size < head.length) throw new FileRefused('damaged');
  return size - head.length;
}

/** The picture sizes are in the properties of the `meta` box (ISO/IEC 23008-12, `ispe`). */
function checkSizes(meta: Buffer): void {
  if (meta.length > LARGEST_META) throw new FileRefused('damaged');
  for (let at = meta.indexOf('ispe'); at !== -1 && at + 16 <= meta.length; at = meta.indexOf('ispe', at + 4)) {
    if (meta.readUInt32BE(at + 8) * meta.readUInt32BE(at + 12) > MOST_PIXELS) throw new FileRefused('damaged');
  }
}

const HEIF_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Checks the file type box: its main and compatible brands. `mif1` alone could also be an AVIF. */
export function isHeif(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const size = head.readUInt32BE();
  if (size < 16 || size > head.length || size % 4 !== 0) return false;
  const brands = new Set([head.toString('latin1', 8, 12)]);
  for (let at = 16; at < size; at += 4) brands.add(head.toString('latin1', at, at + 4));
  return [...brands].some((brand) => HEIF_BRANDS.has(brand)) && !brands.has('avif') && !brands.has('avis');
}

/** A range of bytes in the file; the end is exclusive. */
interface Range {
  from: number;
  to: number;
}

interface Box {
  name: string;
  body: Buffer;
  /** The start of the body in the bytes read. */
  at: number;
}

/** Metadata items: author, place and camera (ISO/IEC 23008-12, annex A; XMP is a `mime` item). */
const METADATA = new Set(['Exif', 'mime']);
/** Allowed byte lengths of numbers in a location table; 0 means none. */
const NUMBER_BYTES = new Set([0, 4, 8]);

/**
 * The ranges of Exif and XMP in the file, sorted and merged, from the body of its `meta` box that starts at `metaAt`. A
 * picture is complete without them.
 * @throws FileRefused if the item list cannot be parsed
 */
function metadataRanges(meta: Buffer, metaAt: number): Range[] {
  const boxes = boxesIn(meta, 4);
  if (!boxes) {
    if (meta.includes('iinf')) throw new FileRefused('damaged');
    return [];
  }
  const [items, places, data] = ['iinf', 'iloc', 'idat'].map((name) => {
    const [first, second] = boxes.filter((box) => box.name === name);
    if (second) throw new FileRefused('damaged');
    return first;
  });
  if (!items || !places) return [];
  try {
    return merged(rangesOf(places.body, metadataItems(items.body), metaAt + (data?.at ?? 0)));
  } catch (error) {
    throw error instanceof RangeError ? new FileRefused('damaged') : error;
  }
}

/** The boxes that cover these bytes to their end; null if they do not. */
function boxesIn(bytes: Buffer, from: number): Box[] | null {
  const boxes: Box[] = [];
  let at = from;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) break;
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size), at: at + 8 });
    at += size;
  }
  return at === bytes.length ? boxes : null;
}

/** The ids of the items that are metadata (ISO/IEC 14496-12, `iinf`). */
function metadataItems(body: Buffer): Set<number> {
  const ids = new Set<number>();
  for (const { name, body: entry } of boxesIn(body, body.readUInt8() === 0 ? 6 : 8) ?? refused()) {
    if (name !== 'infe') continue;
    const isLong = entry.readUInt8() > 2;
    const type = entry.toString('latin1', isLong ? 10 : 8, isLong ? 14 : 12);
    if (METADATA.has(type)) ids.add(isLong ? entry.readUInt32BE(4) : entry.readUInt16BE(4));
  }
  return ids;
}

/** The ranges of these items (ISO/IEC 14496-12, `iloc`): in the file, or in the data of the `meta` box. */
function rangesOf(body: Buffer, ids: ReadonlySet<number>, dataAt: number): Range[] {
  let at = 0;
  const number = (bytes: number) => {
    at += bytes;
    if (bytes === 8) return Number(body.readBigUInt64BE(at - 8));
    return bytes === 0 ? 0 : body.readUIntBE(at - bytes, bytes);
  };
  const version = number(1);
  number(3);
  const [sizes, more] = [number(1), number(1)];
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 4, sizes & 15, more >> 4];
  const indexBytes = version === 0 ? 0 : more & 15;
  if (![offsetBytes, lengthBytes, baseBytes, indexBytes].every((bytes) => NUMBER_BYTES.has(bytes))) refused();
  // Without offsets and lengths there are no ranges, and the table could list any number of items.
  if (sizes === 0) return [];
  const items = number(version < 2 ? 2 : 4);
  const ranges: Range[] = [];
  for (let item = 0; item < items; item += 1) {
    const id = number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : number(2) & 15;
    number(2);
    const base = number(baseBytes) + (method === 1 ? dataAt : 0);
    // The data of this item is inside another item. No program stores metadata like this.
    if (method > 1 && ids.has(id)) refused();
    for (let extents = number(2); extents > 0; extents -= 1) {
      number(indexBytes);
      const from = base + number(offsetBytes);
      const to = from + number(lengthBytes);
      if (ids.has(id)) ranges.push({ from, to });
    }
  }
  return ranges;
}

/** Merges overlapping ranges, so that each byte is blanked once. */
function merged(ranges: readonly Range[]): Range[] {
  const apart: Range[] = [];
  for (const { from, to } of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = apart.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else apart.push({ from, to });
  }
  return apart;
}

function refused(): never {
  throw new FileRefused('damaged');
}
