import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import type { SentFile } from './photo-desk.ts';
import { heicBox, jpeg, pdfOf, png, randomBytes, segment, webp } from './picture-files.ts';

// Files that cost more to check than to make: parts by the hundred thousand, overlapping ranges, loops.

const repeated = (bytes: Buffer, times: number) => Buffer.alloc(bytes.length * times, bytes);
const FTYP = heicBox('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
const EMPTY_BOX = heicBox('free', Buffer.alloc(0));

/** The `meta` box of a HEIC whose Exif is at all these ranges: offset and length. */
function metaOf(places: readonly (readonly [number, number])[]): Buffer {
  const infe = heicBox('infe', Buffer.from('\x02\0\0\0\0\x02\0\0Exif\0', 'latin1'));
  const iinf = heicBox('iinf', Buffer.concat([Buffer.of(0, 0, 0, 0, 0, 1), infe]));
  const item = Buffer.of(0, 2, 0, 0, 0, 0);
  item.writeUInt16BE(places.length, 4);
  const extents = Buffer.alloc(places.length * 8);
  for (const [n, [offset, length]] of places.entries()) {
    extents.writeUInt32BE(offset, n * 8);
    extents.writeUInt32BE(length, n * 8 + 4);
  }
  const iloc = heicBox('iloc', Buffer.concat([Buffer.of(0, 0, 0, 0, 0x44, 0, 0, 1), item, extents]));
  return heicBox('meta', Buffer.concat([Buffer.alloc(4), iinf, iloc]));
}

function everywhere(metas: number, places: number, boxes: number): Buffer {
  const meta = metaOf(Array.from({ length: places }, () => [places * 8, 0xffffffff] as const));
  return Buffer.concat([
    FTYP,
    repeated(meta, metas),
    heicBox('mdat', Buffer.alloc(1_000, 1)),
    repeated(EMPTY_BOX, boxes),
  ]);
}

/** A HEIC with Exif in `count` ranges, 2 kB apart, out of order, one beyond the end; and the bytes to store of it. */
export function placesOfExif(size: number, count: number): { bytes: Buffer; kept: Buffer } {
  const data = Buffer.alloc(size, 1);
  const at = FTYP.length + metaOf(Array.from({ length: count }, () => [0, 0] as const)).length + 8;
  const places = Array.from(
    { length: count },
    (_, n) => [at + ((n * 7_919) % count) * 2_048, n % 2 ? 256 : 128] as const,
  );
  const bytes = Buffer.concat([FTYP, metaOf([...places.slice(1), [2 ** 31, 2 ** 31]]), heicBox('mdat', data)]);
  const kept = Buffer.from(bytes);
  for (const [from, length] of places.slice(1)) kept.fill(0, from, from + length);
  return { bytes, kept };
}

/** A JPEG with this many EXIF segments, each of which announces 65,535 entries. */
function endlessDirectories(segments: number): Buffer {
  const exif = segment(
    0xe1,
    Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff', 'latin1'), Buffer.alloc(16)]),
  );
  const { bytes } = jpeg(1, 100);
  return Buffer.concat([bytes.subarray(0, 2), repeated(exif, segments), bytes.subarray(2)]);
}

function manyChunks(chunks: number): Buffer {
  const { bytes } = png(1, 100);
  const empty = Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1');
  empty.writeUInt32BE(crc32('tEXt'), 8);
  return Buffer.concat([bytes.subarray(0, 33), repeated(empty, chunks), bytes.subarray(33)]);
}

function manyPieces(pieces: number): Buffer {
  const made = Buffer.concat([webp(1, 100).bytes, repeated(Buffer.from('JUNK\0\0\0\0', 'latin1'), pieces)]);
  made.writeUInt32LE(made.length - 8, 4);
  return made;
}

const PACKED_HEAD = '<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n';

/** Packed objects, each in its own stream. */
export function manyObjectStreams(count: number, last = '9 0 << /Type /Page >>'): Buffer {
  const streams = Array.from({ length: count }, (_, n) => {
    const packed = deflateSync(Buffer.from(n === count - 1 ? last : '9 0 << /Type /Page >>')).toString('latin1');
    return `endobj\n${n + 2} 0 obj\n${PACKED_HEAD}${packed}\nendstream\n`;
  });
  return pdfOf(streams.join(''));
}

/**
 * Streams that share one tail: each consists of stored blocks that hold the head of the next, so each unpacks all the
 * rest.
 */
function sharedTail(count: number, tail: number): Buffer {
  const begin = (n: number) => Buffer.from(`\nendstream endobj\n${n} 0 obj\n${PACKED_HEAD}\x78\x9c`, 'latin1');
  const heads = Array.from({ length: count - 1 }, (_, n) => {
    const stored = Buffer.alloc(5);
    stored.writeUInt16LE(begin(n).length, 1);
    stored.writeUInt16LE(0xffff ^ begin(n).length, 3);
    return Buffer.concat([stored, begin(n)]);
  });
  const rest = deflateRawSync(Buffer.alloc(tail, ' '), { level: 0 });
  const end = Buffer.from('\0\0\0\0\nendstream endobj\n%%EOF\n');
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), begin(1), ...heads, rest, end]);
}

const object = (head: string, each: string, times: number) => pdfOf(`endobj\n2 0 obj ${head}${each.repeat(times)}`);

/** Files that make a reader scan the same bytes repeatedly, and the status of the answer. */
export const HOSTILE_PDFS: [string, number, Buffer][] = [
  ['a PDF of heads in the texts of heads', 415, object('<< /A ', '(1 0 obj << /A ', 200_000)],
  ['a PDF of dictionaries in dictionaries', 415, object('', '<< /A ', 500_000)],
  ['a PDF of lists in lists', 415, object('<< /A ', '[', 2_000_000)],
  ['a PDF with a text without end', 415, object('<< /A ', '(', 2_000_000)],
  ['a PDF of heads in remarks before heads', 415, object('', 'obj %', 500_000)],
  ['a PDF of heads in remarks behind heads', 415, object('', 'obj<</N 1>>%', 500_000)],
  ['a PDF of heads without an object', 200, object('', 'obj 1 ', 500_000)],
  ['a PDF of three million heads and no line', 200, object('', 'obj<<>>', 2_700_000)],
  ['a PDF of names with codes', 415, object('<< ', '/N#4', 1_000_000)],
  ['a PDF of an outline of 300,000 chapters', 200, pdfOf(`endobj\n2 0 obj << ${'/First 1 0 R '.repeat(300_000)}>>`)],
  ['a PDF of streams that share one tail', 415, sharedTail(2_000, 6_000_000)],
  ['a PDF of 1,100 object streams', 415, manyObjectStreams(1_100)],
  ['a PDF with a stream that unpacks to nothing', 415, object(`${PACKED_HEAD}\x78\x9c`, '\0\0\0\xff\xff', 1_000_000)],
  [
    'a PDF whose xref points to itself',
    200,
    pdfOf('endobj\nxref\n0 1\ntrailer << /Prev 9 /XRefStm 9 >>\nstartxref\n9'),
  ],
];

/** Values that no honest program writes. */
export const HOSTILE_PICTURES: [string, number, Buffer][] = [
  ['a HEIC of 20 lists of 10,000 places in 99,000 boxes', 415, everywhere(20, 10_000, 99_000)],
  ['a HEIC of two lists', 415, everywhere(2, 1, 0)],
  ['a HEIC of one list of 10,000 places in 99,000 boxes', 415, everywhere(1, 10_000, 99_000)],
  ['a HEIC of one list of 60,000 places in 900 boxes', 200, everywhere(1, 60_000, 900)],
  ['a HEIC of a million boxes', 415, Buffer.concat([FTYP, repeated(EMPTY_BOX, 1_000_000)])],
  ['a JPEG of 24,000 directories without an end', 200, endlessDirectories(24_000)],
  ['a JPEG of half a million fill bytes', 415, Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.alloc(500_000, 0xff)])],
  ['a PNG of 49,000 empty texts', 200, manyChunks(49_000)],
  ['a PNG of 100,000 empty texts', 415, manyChunks(100_000)],
  ['a WebP of a million empty pieces', 415, manyPieces(1_000_000)],
  ['noise behind the marker of a JPEG', 415, Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), randomBytes(3, 5_000_000)])],
];

const LINE = Buffer.from('\r\n--photo-boundary-7d3', 'latin1');

/** Forms whose bytes or names look like the boundary between their parts. */
export const HOSTILE_FORMS: [string, SentFile[]][] = [
  ['a file of almost its boundaries', [{ name: 'a.pdf', bytes: repeated(LINE, 500_000) }]],
  ['a file of line ends', [{ name: 'a.pdf', bytes: Buffer.alloc(10_000_000, '\r\n') }]],
  ['a name of slashes', [{ name: '/\\'.repeat(30_000), bytes: Buffer.of(1) }]],
];
