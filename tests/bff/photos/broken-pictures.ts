import { crc32 } from 'node:zlib';
import { jpeg } from './picture-files.ts';

/** A JPEG whose frame has no height: a later `FF DC` may set any. */
export function heightless(bytes: Buffer): Buffer {
  const made = Buffer.from(bytes);
  made.writeUInt16BE(0, made.indexOf(Buffer.from('ffc00011', 'hex')) + 5);
  return made;
}

export function manyScans(count: number): Buffer {
  const { kept } = jpeg(69, 50);
  const [bytes, scan] = [kept ?? Buffer.alloc(0), Buffer.from('ffda', 'hex')];
  const [from, end] = [bytes.lastIndexOf(scan), bytes.length - 2];
  const more = Array.from({ length: count }, () => bytes.subarray(from, end));
  return Buffer.concat([bytes.subarray(0, end), ...more, bytes.subarray(end)]);
}

/** The canvas of a WebP as large as its format allows for a picture. */
export function vast(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(Buffer.from('ff3f00', 'hex'), 24, 30);
  return copy;
}

export function splinters(): Buffer {
  return Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(2_000_000, Buffer.from('fffe0002', 'hex'))]);
}

export function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf('IDAT') + 40;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** A PNG with this width and height in its header, with the right checksum. */
export function resized(bytes: Buffer, pixels: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(pixels, 16);
  copy.writeUInt32BE(pixels, 20);
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}
