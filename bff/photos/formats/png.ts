import { crc32 } from 'node:zlib';
import type { ByteReader } from '../byte-reader.ts';
import { FileRefused, MOST_PIXELS } from '../file-refused.ts';

/** The chunks that affect the picture; texts, times, EXIF and unknown ones are removed. */
const STAYING = new Set(
  ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'bKGD', 'pHYs'].concat([
    'acTL',
    'fcTL',
    'fdAT',
  ]),
);
const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

/** Strips texts and EXIF from a PNG and verifies the checksum of every chunk; ends at IEND. */
export function* cleanPng(reader: ByteReader): Generator<Buffer> {
  yield reader.take(8);
  const seen = new Set<string>();
  for (;;) {
    const head = reader.take(8);
    const length = head.readUInt32BE();
    const name = head.toString('latin1', 4);
    checkPlace(name, length, seen);
    seen.add(name);
    const stays = STAYING.has(name);
    if (name === 'IHDR') checkSize(reader.peek(13));
    const body = reader.pass(length);
    const stored = reader.take(4);
    if (stored.readUInt32BE() !== crc32(body, crc32(head.subarray(4)))) throw new FileRefused('damaged');
    if (stays) yield* [head, body, stored];
    if (name === 'IEND') return;
  }
}

function checkPlace(name: string, length: number, seen: ReadonlySet<string>): void {
  const isFirst = seen.size === 0;
  const ancillary = (name.charCodeAt(0) & 0x20) !== 0;
  const ok =
    /^[A-Za-z]{4}$/.test(name) &&
    length < 2 ** 31 &&
    isFirst === (name === 'IHDR') &&
    (ancillary || CRITICAL.has(name)) &&
    (name !== 'IHDR' || length === 13) &&
    (name !== 'IEND' || (length === 0 && seen.has('IDAT')));
  if (!ok) throw new FileRefused('damaged');
}

function checkSize(header: Buffer): void {
  if (header.length < 13) throw new FileRefused('damaged');
  const pixels = header.readUInt32BE() * header.readUInt32BE(4);
  if (pixels === 0 || pixels > MOST_PIXELS) throw new FileRefused('damaged');
}
