import { inflateSync } from 'node:zlib';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const MOST_PIXELS = 4_000_000;
/** Values per pixel by colour type (PNG 1.2, section 11.2.2). */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const LAST_FILTER = 4;

/**
 * A drawn signature as the bytes of a picture; null for one that cannot be put on paper. PDFKit unfolds a PNG by itself,
 * and what is damaged inside would end the process: so it is unfolded here first. Of a JPEG it reads the head only.
 */
export function pictureIn(dataUrl: string): Buffer | null {
  const [, kind, base64 = ''] = /^data:image\/(png|jpeg);base64,(.+)$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  return (kind === 'jpeg' ? isJpeg(bytes) : isWholePng(bytes)) ? bytes : null;
}

/** The markers that begin a frame (ITU-T T.81, table B.1): C0 to CF without DHT, JPG and DAC. */
const FRAME = /^c[0-35-79a-bd-f]$/;

function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE() !== 0xffd8) return false;
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    if (!FRAME.test((bytes[at + 1] ?? 0).toString(16))) continue;
    return bytes.readUInt16BE(at + 5) > 0 && bytes.readUInt16BE(at + 7) > 0 && [1, 3, 4].includes(bytes[at + 9] ?? 0);
  }
  return false;
}

function isWholePng(png: Buffer): boolean {
  if (!png.subarray(0, PNG.length).equals(PNG)) return false;
  const chunks = [...chunksOf(png)];
  const header = chunks[0]?.name === 'IHDR' && chunks[0].data.length === 13 ? chunks[0].data : null;
  if (!header || chunks.at(-1)?.name !== 'IEND') return false;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bits = 0, colourType = 0, , , interlaced = 1] = header.subarray(8);
  const bitsPerRow = width * bits * (CHANNELS[colourType] ?? 0);
  if (interlaced !== 0 || bitsPerRow === 0 || width * height > MOST_PIXELS) return false;
  const rowBytes = 1 + Math.ceil(bitsPerRow / 8);
  const folded = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  try {
    const rows = inflateSync(folded, { maxOutputLength: height * rowBytes });
    if (rows.length !== height * rowBytes) return false;
    return Array.from({ length: height }, (_, row) => rows[row * rowBytes] ?? 0).every((by) => by <= LAST_FILTER);
  } catch {
    return false;
  }
}

function* chunksOf(png: Buffer): Generator<{ name: string; data: Buffer }> {
  for (let at = PNG.length; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    yield { name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}
