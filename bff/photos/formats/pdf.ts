import { inflateSync } from 'node:zlib';
import type { ByteReader } from '../byte-reader.ts';
import { FileRefused } from '../file-refused.ts';

/** Readers look for the end mark in the last kilobyte (ISO 32000-1, annex H). */
const TAIL = 1024;

/**
 * Names of PDF features that run something or embed another file (ISO 32000-1, 12.6.4, 7.11.4, 12.7.8; ISO 32000-2,
 * 13.7).
 */
const ACTIVE = anyOf(['JavaScript', 'Launch', 'EmbeddedFile', 'EmbeddedFiles', 'RichMedia', 'Rendition', 'XFA']);
const ENCRYPTED = anyOf(['Encrypt']);
/** An object stream, recognised by its type or by the key that such a stream must have. */
const OBJECT_STREAM = new RegExp(`${anyOf(['ObjStm']).source}|/First\\s+\\d+(?!\\d|\\s+\\d+\\s+R)`, 'g');
const MOST_UNPACKED = 32 * 1024 * 1024;

/** A complete PDF that is only a document. One that cannot be inspected is refused. */
export function* cleanPdf(reader: ByteReader): Generator<Uint8Array> {
  const pieces: Buffer[] = [];
  for (let piece = reader.next(); piece; piece = reader.next()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (!bytes.subarray(-TAIL).includes('%%EOF')) throw new FileRefused('damaged');
  const text = bytes.toString('latin1');
  if (ACTIVE.test(text)) throw new FileRefused('active');
  let left = MOST_UNPACKED;
  for (const { index } of text.matchAll(OBJECT_STREAM)) {
    const objects = objectsAt(bytes, text, index, left);
    if (ACTIVE.test(objects)) throw new FileRefused('active');
    left -= objects.length;
  }
  yield* pieces;
}

/** The packed objects at `at`; none where they are not packed and were checked with the rest. */
function objectsAt(bytes: Buffer, text: string, at: number, most: number): string {
  const start = /stream\r?\n/g;
  start.lastIndex = at;
  const stream = start.exec(text);
  if (!stream) return '';
  const dictionary = text.slice(text.lastIndexOf('obj', at), stream.index);
  if (!/\/Filter/.test(dictionary)) return '';
  const isPlain = /\/Filter\s*\[?\s*\/FlateDecode\b(?!\s*\/)/.test(dictionary) && !/\/DecodeParms/.test(dictionary);
  if (!isPlain || ENCRYPTED.test(text)) throw new FileRefused('closed');
  try {
    return inflateSync(bytes.subarray(start.lastIndex), { maxOutputLength: most }).toString('latin1');
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
