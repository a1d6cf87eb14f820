import type { ByteReader } from '../byte-reader.ts';
import { FileRefused } from '../file-refused.ts';

const BOX_NAME = /^[\x20-\x7e]{4}$/;

/** A HEIC or HEIF as it is: its boxes follow each other to the very end, and there is a picture in them. */
export function* cleanHeif(reader: ByteReader): Generator<Uint8Array> {
  const seen = new Set<string>();
  while (reader.peek(1).length > 0) {
    const head = boxHead(reader);
    const name = head.toString('latin1', 4, 8);
    if (!BOX_NAME.test(name)) throw new FileRefused('damaged');
    seen.add(name);
    yield head;
    const size = sizeOf(head);
    if (size === 'to the end') {
      for (let piece = reader.next(); piece; piece = reader.next()) yield piece;
    } else {
      if (size < head.length) throw new FileRefused('damaged');
      yield* reader.pass(size - head.length);
    }
  }
  if (!seen.has('mdat') || !(seen.has('meta') || seen.has('moov'))) throw new FileRefused('damaged');
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
