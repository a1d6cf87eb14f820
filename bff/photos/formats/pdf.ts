import { inflateSync } from 'node:zlib';
import type { ByteReader } from '../byte-reader.ts';
import { FileRefused } from '../file-refused.ts';

/** Readers look for the end mark in the last kilobyte (ISO 32000-1, annex H). */
const TAIL = 1024;

/**
 * Names of PDF features that run something, send something or embed another file (ISO 32000-1, 12.6.4, 7.11.4, 12.7.8; ISO 32000-2,
 * 13.7).
 */
const ACTIVE = anyOf([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'XFA',
]);
const ENCRYPTED = anyOf(['Encrypt']);
/** An object stream, recognised by its type or by the key that such a stream must have. */
const OBJECT_STREAM = new RegExp(`${anyOf(['ObjStm']).source}|/First\\s+\\d+(?!\\d|\\s+\\d+\\s+R)`, 'g');
/** Packed objects are the words of a document; its pictures and fonts are streams of their own. */
const MOST_UNPACKED = 8 * 1024 * 1024;
/** Writers pack some hundreds of objects in a stream. A made-up file could hold a million of them. */
const MOST_PACKED = 512 * 1024;
const MOST_STREAMS = 1_000;
/** As far as a name, or what is told of a stream before it begins, may reach beyond a piece. */
const OVERLAP = 4 * 1024;

/** A complete PDF that is only a document. One that cannot be inspected is refused. */
export function* cleanPdf(reader: ByteReader): Generator<Uint8Array> {
  const pieces: Buffer[] = [];
  for (let piece = reader.next(); piece; piece = reader.next()) pieces.push(piece);
  if (!bytesFrom(pieces, -TAIL, TAIL).includes('%%EOF')) throw new FileRefused('damaged');
  let isEncrypted = false;
  for (const { text } of windows(pieces)) isEncrypted ||= ENCRYPTED.test(text);
  let left = MOST_UNPACKED;
  let streams = 0;
  for (const { text, from, own } of windows(pieces)) {
    if (ACTIVE.test(text)) throw new FileRefused('active');
    for (const { index } of text.matchAll(OBJECT_STREAM)) {
      const start = index < own[0] || index >= own[1] ? null : streamAfter(text, index);
      if (start === null) continue;
      streams += 1;
      if (isEncrypted || streams > MOST_STREAMS) throw new FileRefused('closed');
      const objects = unpacked(bytesFrom(pieces, from + start, MOST_PACKED), left);
      if (ACTIVE.test(objects)) throw new FileRefused('active');
      left -= objects.length;
    }
  }
  yield* pieces;
}

interface Window {
  text: string;
  /** Where in the file it begins. */
  from: number;
  /** Where in the text the piece begins and ends that it shows; around it is what belongs to other pieces. */
  own: readonly [start: number, end: number];
}

/** The text of each piece, with some of those around it. */
function* windows(pieces: readonly Buffer[]): Generator<Window> {
  let at = 0;
  for (const { length } of pieces) {
    const from = Math.max(0, at - OVERLAP);
    const text = bytesFrom(pieces, from, at - from + length + OVERLAP).toString('latin1');
    yield { text, from, own: [at - from, at - from + length] };
    at += length;
  }
}

function bytesFrom(pieces: readonly Buffer[], from: number, most: number): Buffer {
  const found: Buffer[] = [];
  let skip =
    from < 0
      ? Math.max(
          0,
          pieces.reduce((sum, { length }) => sum + length, from),
        )
      : from;
  let left = most;
  for (const piece of pieces) {
    if (left <= 0) break;
    const part = piece.subarray(skip, skip + left);
    skip = Math.max(0, skip - piece.length);
    left -= part.length;
    if (part.length > 0) found.push(part);
  }
  return found.length === 1 && found[0] ? found[0] : Buffer.concat(found);
}

/** Where the packed objects begin that are told of at `at`; null where they are not packed, and looked at with the rest. */
function streamAfter(text: string, at: number): number | null {
  const start = /stream\r?\n/g;
  start.lastIndex = at;
  const stream = start.exec(text);
  if (!stream) return null;
  const dictionary = text.slice(text.lastIndexOf('obj', at), stream.index);
  const isZlib = (text.charCodeAt(start.lastIndex) & 0x0f) === 8;
  if (!/\/Filter/.test(dictionary)) return isZlib ? start.lastIndex : null;
  const isPlain = /\/Filter\s*\[?\s*\/FlateDecode\b(?!\s*\/)/.test(dictionary) && !/\/DecodeParms/.test(dictionary);
  if (!isPlain) throw new FileRefused('closed');
  return start.lastIndex;
}

function unpacked(packed: Buffer, most: number): string {
  try {
    return inflateSync(packed, { maxOutputLength: most }).toString('latin1');
  } catch {
    throw new FileRefused('closed');
  }
}

/** Any of these names, with each letter plain or as its code: `/JavaScript` is `/J#61vaScript` too. */
function anyOf(names: readonly string[]): RegExp {
  const either = (digit: string) => `[${digit}${digit.toUpperCase()}]`;
  const letter = (char: string) => `(?:${char}|#${char.charCodeAt(0).toString(16).replace(/[a-f]/, either)})`;
  const written = names.map((name) => [...name].map(letter).join(''));
  return new RegExp(`/(?:${written.join('|')})(?![\\w#])`);
}
