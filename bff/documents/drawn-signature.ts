import { inflateSync } from 'node:zlib';

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

export interface Picture {
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
 * so a file could pass the check and still be endless when drawn. The rebuilt file can be read in one way only.
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
