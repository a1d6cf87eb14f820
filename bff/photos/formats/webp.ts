import type { ByteReader } from '../byte-reader.ts';
import { FileRefused, MOST_PIXELS } from '../file-refused.ts';

const STAYING = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const PICTURES = new Set(['VP8 ', 'VP8L', 'ANMF']);
const EXIF_AND_XMP_FLAGS = 0x0c;

/**
 * Blanks EXIF, XMP and unknown chunks of a WebP in place: its header contains the size, so nothing may be removed. Data
 * after the container is removed.
 */
export function* cleanWebp(reader: ByteReader): Generator<Buffer> {
  const head = reader.take(12);
  yield head;
  let left = head.readUInt32LE(4) - 4;
  let pictures = 0;
  for (let first = true; left > 0; first = false) {
    const chunk = reader.take(8);
    const name = chunk.toString('latin1', 0, 4);
    const length = chunk.readUInt32LE(4);
    const padded = length + (length % 2);
    if (padded + 8 > left || (first && !/^VP8[ LX]$/.test(name))) throw new FileRefused('damaged');
    left -= padded + 8;
    const start = reader.peek(Math.min(length, 10));
    checkSize(name, start);
    if (PICTURES.has(name)) {
      checkPicture(name, start);
      pictures += 1;
    }
    const body = reader.pass(padded);
    if (name === 'VP8X') withoutMetadataFlags(body);
    if (!STAYING.has(name)) {
      chunk.write('JUNK', 'latin1');
      body.fill(0);
    }
    yield* [chunk, body];
  }
  if (left < 0 || pictures === 0) throw new FileRefused('damaged');
}

/** Reads width and height of each chunk type (RFC 9649, sections 2.5 to 2.7). */
const SIZES: Readonly<Record<string, (start: Buffer) => number>> = {
  'VP8 ': (start) => (start.readUInt16LE(6) & 0x3fff) * (start.readUInt16LE(8) & 0x3fff),
  VP8L: (start) => ((start.readUInt32LE(1) & 0x3fff) + 1) * (((start.readUInt32LE(1) >>> 14) & 0x3fff) + 1),
  VP8X: (start) => (start.readUIntLE(4, 3) + 1) * (start.readUIntLE(7, 3) + 1),
};

function checkSize(name: string, start: Buffer): void {
  const pixels = SIZES[name];
  if (pixels && (start.length < 10 || pixels(start) > MOST_PIXELS)) throw new FileRefused('damaged');
}

function checkPicture(name: string, start: Buffer): void {
  const ok =
    name === 'VP8 ' ? start.toString('hex', 3, 6) === '9d012a' : name === 'VP8L' ? start[0] === 0x2f : start.length > 0;
  if (!ok) throw new FileRefused('damaged');
}

function withoutMetadataFlags(body: Buffer): void {
  if (body.length !== 10) throw new FileRefused('damaged');
  body.writeUInt8(body.readUInt8() & ~EXIF_AND_XMP_FLAGS);
}
