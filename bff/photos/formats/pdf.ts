import { inflateSync } from 'node:zlib';
import { type ByteReader, textsOf } from '../byte-reader.ts';
import { FileRefused } from '../file-refused.ts';
import { objectStreamsIn } from './pdf-object-streams.ts';

/** Readers look for the end mark in the last kilobyte (ISO 32000-1, annex H). */
const TAIL = 1024;

/**
 * Names of PDF features that run something, send something or embed another file (ISO 32000-1, 12.6.4, 7.11.4, 12.5.6.15,
 * 12.7.8, 13.6; ISO 32000-2, 13.7).
 */
const ACTIVE = anyOf([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'Rendition',
  'OnInstantiate',
  'XFA',
]);
/** So short that it stands in many a picture by chance: looked for among objects alone. */
const EMBEDDED = anyOf(['EF']);
const ENCRYPTED = anyOf(['Encrypt']);
/** The longest of these names with each letter as its code, and what is behind it. */
const OVERLAP = 64;
/** Packed objects are the words of a document; its pictures and fonts are streams of their own. */
const MOST_UNPACKED = 8 * 1024 * 1024;
/** Writers pack some hundreds of objects in a stream. */
const MOST_STREAMS = 1_000;

/**
 * A complete PDF that is only a document, as it was sent. What of it a reader may take for an object is either in plain
 * sight or in a stream of packed objects; where one of those cannot be looked into, the file is refused.
 */
export function cleanPdf(reader: ByteReader): Buffer[] {
  const whole = reader.rest;
  if (!whole.subarray(-TAIL).includes('%%EOF')) throw new FileRefused('damaged');
  if (stands(ACTIVE, whole)) throw new FileRefused('active');
  let isEncrypted: boolean | undefined;
  let unpacked = 0;
  let packedEnd = 0;
  let streams = 0;
  for (const { head, from, isNamed } of objectStreamsIn(whole)) {
    isEncrypted ??= stands(ENCRYPTED, whole);
    // Streams that share their bytes would be unpacked again and again.
    if ((isEncrypted && isNamed) || head < packedEnd) throw new FileRefused('closed');
    if (isEncrypted || from === null) continue;
    streams += 1;
    if (streams > MOST_STREAMS) throw new FileRefused('closed');
    const { objects, taken } = unpack(whole.subarray(from), MOST_UNPACKED - unpacked);
    unpacked += objects.length;
    packedEnd = from + taken;
    checkObjects(objects.toString('latin1'));
  }
  return [whole];
}

function stands(name: RegExp, bytes: Buffer): boolean {
  for (const text of textsOf(bytes, OVERLAP)) if (name.test(text)) return true;
  return false;
}

/** The bytes that are packed in the first `taken` of these. @throws FileRefused where there are more than so many */
function unpack(packed: Buffer, most: number): { objects: Buffer; taken: number } {
  try {
    // With `info` it tells how far it read as well; its types do not say so.
    const { buffer, engine } = inflateSync(packed, { maxOutputLength: Math.max(1, most), info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { objects: buffer, taken: engine.bytesWritten };
  } catch {
    throw new FileRefused('closed');
  }
}

const [COUNT, FIRST] = [anyOf(['N']), anyOf(['First'])];

function checkObjects(text: string): void {
  if (ACTIVE.test(text) || EMBEDDED.test(text)) throw new FileRefused('active');
  // There are no streams among packed objects, yet one reader takes them, and packed objects in them.
  if (text.includes('stream') && COUNT.test(text) && FIRST.test(text)) throw new FileRefused('closed');
}

/**
 * Any of these names, with each letter plain or as its code: `/JavaScript` is `/J#61vaScript` too. A code behind it may be
 * that of a NUL, at which some readers end a name.
 */
function anyOf(names: readonly string[]): RegExp {
  const either = (digit: string) => `[${digit}${digit.toUpperCase()}]`;
  const letter = (char: string) => `(?:${char}|#${char.charCodeAt(0).toString(16).replace(/[a-f]/, either)})`;
  const written = names.map((name) => [...name].map(letter).join(''));
  return new RegExp(`/(?:${written.join('|')})(?!\\w)`);
}
