import { hash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** The same seed makes the same bytes in every run (mulberry32). */
export function draws(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function randomBytes(seed: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

export const sha256 = (bytes: Uint8Array) => hash('sha256', bytes);

export function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** EXIF as a phone writes it: orientation, maker and the place. Little-endian, as most phones do. */
export function gpsExif(orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const tiff = Buffer.concat([
    Buffer.from('II*\0\x08\0\0\0\x03\0', 'latin1'),
    entry(0x010f, 2, 20, 100),
    entry(0x0112, 3, 1, orientation),
    entry(0x8825, 4, 1, 60),
    Buffer.alloc(4),
    Buffer.from('GPSLatitude 52.0907 GPSLongitude 5.1214 Geheime Telefoon', 'latin1'),
  ]);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

/** The EXIF that stays: the orientation alone, big-endian. */
function orientationOnly(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a000000080001011200030000000100000000' + '00000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));
}

const JFIF = segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex'));
const ICC = segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), randomBytes(9, 300)]));
const ADOBE = segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1'));
const TABLES = Buffer.concat([
  segment(0xdb, Buffer.concat([Buffer.of(0), randomBytes(3, 64)])),
  segment(0xc0, Buffer.from('080010001003012200021101031101', 'hex')),
  segment(0xc4, Buffer.concat([Buffer.of(0), Buffer.alloc(16), Buffer.alloc(0)])),
]);

/** Coded data of about `size` bytes: as many stuffed bytes as a camera's, one restart marker and no other. */
function coded(seed: number, size: number): Buffer {
  const raw = randomBytes(seed, size);
  for (let at = raw.indexOf(0xff); at !== -1; at = raw.indexOf(0xff, at + 1)) raw[at + 1] = 0;
  return Buffer.concat([raw, Buffer.of(0x00, 0xff, 0x00, 0xff, 0xd0, 0x12)]);
}

export interface MadeFile {
  bytes: Buffer;
  /** The bytes to store; null when it is to be refused. */
  kept: Buffer | null;
  extension: string;
}

/** A JPEG with everything a phone adds, and the same without. */
export function jpeg(seed: number, size = 2_000, { orientation = 6, tail = Buffer.alloc(0) as Buffer } = {}): MadeFile {
  const soi = Buffer.of(0xff, 0xd8);
  const scan = Buffer.concat([segment(0xda, Buffer.from('03010002110311003f00', 'hex')), coded(seed, size)]);
  const eoi = Buffer.of(0xff, 0xd9);
  const xmp = segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta GPSLatitude="52"/>', 'latin1'));
  const iptc = segment(0xed, Buffer.from('Photoshop 3.0\0 Utrecht', 'latin1'));
  const comment = segment(0xfe, Buffer.from('<script>alert(1)</script>'));
  return {
    bytes: Buffer.concat([
      ...[soi, JFIF, gpsExif(orientation), xmp, ICC, iptc, ADOBE, comment, TABLES],
      ...[scan, Buffer.of(0xff), segment(0xe5, Buffer.from('between')), scan, eoi, tail],
    ]),
    kept: Buffer.concat([
      ...[soi, JFIF, ...(orientation > 1 ? [orientationOnly(orientation)] : []), ICC, ADOBE, TABLES, scan, scan, eoi],
    ]),
    extension: 'jpg',
  };
}

export function pngChunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

export function png(seed: number, size = 2_000, tail = Buffer.alloc(0) as Buffer): MadeFile {
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const header = pngChunk('IHDR', Buffer.from('00000010000000100802000000', 'hex'));
  const text = pngChunk('tEXt', Buffer.from('Comment\0GPSLatitude 52'));
  const exif = pngChunk('eXIf', gpsExif(3).subarray(10));
  const data = pngChunk('IDAT', deflateSync(randomBytes(seed, size)));
  const end = pngChunk('IEND', Buffer.alloc(0));
  return {
    bytes: Buffer.concat([signature, header, text, exif, data, end, tail]),
    kept: Buffer.concat([signature, header, data, end]),
    extension: 'png',
  };
}

export function webpChunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

export function webp(seed: number, size = 2_000): MadeFile {
  const container = (flags: number, ...rest: Buffer[]) => {
    const extended = webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 15, 0, 0, 15, 0, 0]));
    const body = Buffer.concat([Buffer.from('WEBP'), extended, ...rest]);
    const head = Buffer.from('RIFF\0\0\0\0');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body]);
  };
  const picture = webpChunk('VP8L', Buffer.concat([Buffer.of(0x2f, 0x0f, 0xc0, 0x03, 0), randomBytes(seed, size)]));
  const exif = gpsExif(1).subarray(4);
  const xmp = Buffer.from('<x:xmpmeta GPSLatitude="52"/>');
  return {
    bytes: container(0x0c, picture, webpChunk('EXIF', exif), webpChunk('XMP ', xmp)),
    kept: container(
      0,
      picture,
      webpChunk('JUNK', Buffer.alloc(exif.length)),
      webpChunk('JUNK', Buffer.alloc(xmp.length)),
    ),
    extension: 'webp',
  };
}

export function heicBox(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
}

export function heic(seed: number, size = 2_000): MadeFile {
  const bytes = Buffer.concat([
    heicBox('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')),
    heicBox('meta', randomBytes(4, 100)),
    heicBox('mdat', randomBytes(seed, size)),
  ]);
  return { bytes, kept: bytes, extension: 'heic' };
}

export function pdf(seed: number, size = 2_000): MadeFile {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(seed, size), Buffer.from('\n%%EOF\n')]);
  return { bytes, kept: bytes, extension: 'pdf' };
}

/** A PDF that holds these objects, and one that holds them in a packed stream of objects. */
export const pdfOf = (objects: string, dictionary = '') =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${dictionary} >>\n${objects}\nendobj\n%%EOF\n`, 'latin1');
export const packedPdf = (objects: string, filter = '/FlateDecode') =>
  pdfOf(
    `endobj\n2 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter ${filter} >>\nstream\n` +
      `${deflateSync(Buffer.from(objects)).toString('latin1')}\nendstream`,
  );

/** A packed stream of objects with a script, with a head that misleads a careless check. */
export function disguisedPdf({ head, stream = 'stream\n', before = '', pack = deflateSync }: Disguise): Buffer {
  const objects = Buffer.from('2 0 << /S /JavaScript >>');
  return pdfOf(
    `${before}endobj\n2 0 obj\n<< /N 1 ${head} >>\n${stream}${pack(objects).toString('latin1')}\nendstream %`,
  );
}
export interface Disguise {
  head: string;
  stream?: string;
  before?: string;
  pack?: (objects: Buffer) => Buffer;
}
/** Packed as with `/Predictor 12 /Columns 4`: a byte in front of every four. */
export function predicted(objects: Buffer): Buffer {
  const rows = Array.from({ length: Math.ceil(objects.length / 4) }, (_, row) =>
    objects.subarray(row * 4, row * 4 + 4),
  );
  return deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row])));
}
export const asHex = (objects: Buffer) => Buffer.from(objects.toString('hex'));

/** A HEIC as a phone writes it: the picture, Exif and XMP in one box, found by their offsets. */
export function phoneHeic(seed: number): MadeFile {
  const [picture, exif, xmp] = [
    randomBytes(seed, 500),
    gpsExif(1).subarray(4),
    Buffer.from('<x:xmpmeta GPSLatitude="52"/>'),
  ];
  const item = (id: number, type: string) =>
    heicBox('infe', Buffer.concat([Buffer.of(2, 0, 0, 0, 0, id, 0, 0), Buffer.from(`${type}\0`, 'latin1')]));
  const iinf = heicBox(
    'iinf',
    Buffer.concat([Buffer.of(0, 0, 0, 0, 0, 3), item(1, 'hvc1'), item(2, 'Exif'), item(3, 'mime')]),
  );
  const meta = (at: number) => {
    const places = [picture, exif, xmp].map((part, n, all) => {
      const place = Buffer.alloc(14);
      place.writeUInt16BE(n + 1);
      place.writeUInt16BE(1, 4);
      place.writeUInt32BE(at + all.slice(0, n).reduce((sum, { length }) => sum + length, 0), 6);
      place.writeUInt32BE(part.length, 10);
      return place;
    });
    const iloc = heicBox('iloc', Buffer.concat([Buffer.of(0, 0, 0, 0, 0x44, 0, 0, 3), ...places]));
    return heicBox('meta', Buffer.concat([Buffer.alloc(4), iinf, iloc]));
  };
  const start = heicBox('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const head = Buffer.concat([start, meta(start.length + meta(0).length + 8)]);
  const none = Buffer.alloc(exif.length + xmp.length);
  return {
    bytes: Buffer.concat([head, heicBox('mdat', Buffer.concat([picture, exif, xmp]))]),
    kept: Buffer.concat([head, heicBox('mdat', Buffer.concat([picture, none]))]),
    extension: 'heic',
  };
}

/** A HEIC with other boxes, or bytes, behind its own. */
export const heicWith = (seed: number, more: Buffer) => Buffer.concat([heic(seed).bytes, more]);
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
export const html = Buffer.from('<!doctype html><script>alert(1)</script>');
