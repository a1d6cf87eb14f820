import type { ByteReader } from '../byte-reader.ts';
import { FileRefused, MOST_PIXELS } from '../file-refused.ts';

const EOI = 0xd9;
const SOS = 0xda;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const COMMENT = 0xfe;
/** Cameras and programs write up to about ten scans. Each scan costs a viewer as much as the whole picture. */
const MOST_SCANS = 100;
/** Tables, restart interval and line count; frames are checked separately. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd]);

/**
 * Strips metadata from a JPEG. Of the application segments, only JFIF, the colour profile and Adobe's colour transform
 * stay; of EXIF, only the orientation. The result ends at the end marker.
 */
export function* cleanJpeg(reader: ByteReader): Generator<Buffer> {
  yield reader.take(2);
  let frames = 0;
  let scans = 0;
  let turned = false;
  for (;;) {
    const marker = markerIn(reader);
    if (marker === EOI && scans > 0) {
      yield Buffer.of(0xff, EOI);
      return;
    }
    const body = segmentBody(reader, marker);
    if (isFrame(marker)) {
      checkFrame(body);
      frames += 1;
    }
    if (marker === APP1) {
      const orientation = turned ? 1 : exifOrientation(body);
      if (orientation > 1) {
        turned = true;
        yield segment(APP1, Buffer.concat([EXIF, orientationTiff(orientation)]));
      }
    } else if (stays(marker, body)) {
      yield segment(marker, body);
    }
    if (marker === SOS) {
      if (frames === 0) throw new FileRefused('damaged');
      scans += 1;
      if (scans > MOST_SCANS) throw new FileRefused('damaged');
      yield scanData(reader);
    }
  }
}

function markerIn(reader: ByteReader): number {
  if (reader.take(1)[0] !== 0xff) throw new FileRefused('damaged');
  for (;;) {
    const [byte = 0] = reader.take(1);
    // Any number of fill bytes may precede a marker.
    if (byte !== 0xff) return byte;
  }
}

function segmentBody(reader: ByteReader, marker: number): Buffer {
  if (!isKnown(marker)) throw new FileRefused('damaged');
  const length = reader.take(2).readUInt16BE();
  if (length < 2) throw new FileRefused('damaged');
  return reader.take(length - 2);
}

const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && !TABLES.has(marker) && marker !== 0xc8;
const isKnown = (marker: number) =>
  marker === SOS || marker === COMMENT || isFrame(marker) || TABLES.has(marker) || isApplication(marker);

/**
 * The body holds precision, height, width and components. Refuses a height of 0: a later segment could then set any
 * height.
 */
function checkFrame(body: Buffer): void {
  if (body.length < 9 || body.length !== 6 + 3 * body.readUInt8(5)) throw new FileRefused('damaged');
  const pixels = body.readUInt16BE(1) * body.readUInt16BE(3);
  if (pixels === 0 || pixels > MOST_PIXELS) throw new FileRefused('damaged');
}

const EXIF = Buffer.from('Exif\0\0', 'latin1');

function exifOrientation(body: Buffer): number {
  return startsWith(body, 'Exif\0') ? orientationOf(body.subarray(EXIF.length)) : 1;
}

function stays(marker: number, body: Buffer): boolean {
  if (marker === 0xe0) return startsWith(body, 'JFIF\0');
  if (marker === APP2) return startsWith(body, 'ICC_PROFILE\0');
  if (marker === APP14) return startsWith(body, 'Adobe');
  return marker !== COMMENT && !isApplication(marker);
}

function startsWith(body: Buffer, text: string): boolean {
  return body.toString('latin1', 0, text.length) === text;
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The encoded picture: everything up to the next marker that is neither a stuffed byte nor a restart. */
function scanData(reader: ByteReader): Buffer {
  const { rest } = reader;
  for (let at = rest.indexOf(0xff); at !== -1; at = rest.indexOf(0xff, at + 2)) {
    const after = rest[at + 1];
    if (after !== undefined && !isCoded(after)) return reader.pass(at);
  }
  throw new FileRefused('damaged');
}

const isCoded = (after: number) => after === 0 || (after >= 0xd0 && after <= 0xd7);

const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;
/** The length of a block with one entry: header, number of entries, the entry, the offset of the next directory. */
const LEAST_BYTES = 26;

/** The orientation (1 to 8) in a TIFF block of EXIF; 1, upright, if it has none. */
function orientationOf(tiff: Buffer): number {
  const little = tiff.toString('latin1', 0, 4) === 'II*\0';
  if (tiff.length < LEAST_BYTES || (!little && tiff.toString('latin1', 0, 4) !== 'MM\0*')) return 1;
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return 1;
  const end = Math.min(tiff.length, directory + 2 + short(directory) * ENTRY_BYTES);
  for (let at = directory + 2; at + ENTRY_BYTES <= end; at += ENTRY_BYTES) {
    if (short(at) !== ORIENTATION_TAG || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** A TIFF block that contains only the orientation. */
function orientationTiff(orientation: number): Buffer {
  const tiff = Buffer.alloc(LEAST_BYTES);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION_TAG, 10);
  tiff.writeUInt16BE(SHORT, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
