import type { ByteReader } from '../byte-reader.ts';
import { FileRefused } from '../file-refused.ts';
import { anyOf, LONGEST_HEAD, objectStreamsIn, packedObjectsAt, unpacked } from './pdf-object-streams.ts';

/** Readers look for the end mark in the last kilobyte (ISO 32000-1, annex H). */
const TAIL = 1024;

/**
 * Names of PDF features that run something, send something or embed another file (ISO 32000-1, 12.6.4, 7.11.4, 12.7.8; ISO
 * 32000-2, 13.7).
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
/** Packed objects are the words of a document; its pictures and fonts are streams of their own. */
const MOST_UNPACKED = 8 * 1024 * 1024;
/** Writers pack some hundreds of objects in a stream. A made-up file could hold a million of them. */
const MOST_PACKED = 512 * 1024;
const MOST_STREAMS = 1_000;
/** An outline of so many chapters is no invoice, and looking at each would take long. */
const MOST_PLACES = 20_000;
/** As far as a name, or the dictionary in front of a stream, may reach beyond a piece. */
const OVERLAP = LONGEST_HEAD;

/** A complete PDF that is only a document. One that cannot be inspected is refused. */
export function* cleanPdf(reader: ByteReader): Generator<Uint8Array> {
  const pieces: Buffer[] = [];
  for (let piece = reader.next(); piece; piece = reader.next()) pieces.push(piece);
  if (!bytesFrom(pieces, -TAIL, TAIL).includes('%%EOF')) throw new FileRefused('damaged');
  let isEncrypted = false;
  for (const { text } of windows(pieces)) isEncrypted ||= ENCRYPTED.test(text);
  let left = MOST_UNPACKED;
  let streams = 0;
  let last = -1;
  let places = 0;
  for (const { text, from, start, end } of windows(pieces)) {
    if (ACTIVE.test(text)) throw new FileRefused('active');
    const own = objectStreamsIn(text).filter((at) => at >= start && at < end);
    places += own.length;
    if (places > MOST_PLACES) throw new FileRefused('closed');
    for (const at of own) {
      const objectsAt = packedObjectsAt(text, at);
      // Both names of a head lead to the same objects.
      if (objectsAt === null || from + objectsAt === last) continue;
      last = from + objectsAt;
      streams += 1;
      if (isEncrypted || streams > MOST_STREAMS) throw new FileRefused('closed');
      const objects = unpacked(bytesFrom(pieces, last, MOST_PACKED), left);
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
  start: number;
  end: number;
}

/** The text of each piece, with some of those around it. */
function* windows(pieces: readonly Buffer[]): Generator<Window> {
  let at = 0;
  for (const { length } of pieces) {
    const from = Math.max(0, at - OVERLAP);
    const text = bytesFrom(pieces, from, at - from + length + OVERLAP).toString('latin1');
    yield { text, from, start: at - from, end: at - from + length };
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
