import { inflateSync } from 'node:zlib';
import { type ByteReader, textsOf } from '../byte-reader.ts';
import { FileRefused } from '../file-refused.ts';
import { isDictionary, isOddSpace, readDictionary, skipSpace } from './pdf-dictionary.ts';

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

/** A stream that a reader may take for packed objects. */
interface ObjectStream {
  /** Where its object begins. */
  head: number;
  /** Where its bytes begin; null where they are not packed. */
  from: number | null;
  /** Whether it calls itself one; what only has a number, as colour profiles have, is one to few readers. */
  isNamed: boolean;
}

const [OBJ, END, STREAM] = ['obj', 'end', 'stream'].map((word) => Buffer.from(word)) as [Buffer, Buffer, Buffer];

/**
 * Every stream of the file that may hold packed objects, wherever a reader could be led to it: cross-reference tables are
 * not believed, so each `obj` counts that a dictionary follows, in whatever surroundings. Each byte is read a few times at
 * most.
 * @throws FileRefused where a dictionary cannot be read or has a file in it, and where a stream is unpacked in another way
 * than programs choose
 */
function* objectStreamsIn(bytes: Buffer): Generator<ObjectStream> {
  let read = 0;
  for (let at = bytes.indexOf(OBJ); at !== -1; at = bytes.indexOf(OBJ, at + OBJ.length)) {
    if (standsAt(bytes, at - END.length, END)) continue;
    const from = dictionaryBehind(bytes, at + 3);
    if (from === null) continue;
    // An object in the text of another: read on from each, a file of them would take the square of its length.
    if (at < read) throw new FileRefused('closed');
    const { end, isNumbered, isNamed, hasFile } = readDictionary(bytes, from);
    if (hasFile) throw new FileRefused('active');
    read = end;
    if (!isNumbered && !isNamed) continue;
    read = skipSpace(bytes, end);
    if (isOddSpace(bytes, read)) throw new FileRefused('closed');
    if (!standsAt(bytes, read, STREAM)) continue;
    const data = dataBehind(bytes.toString('latin1', from, Math.min(read, from + LONGEST_HEAD) + 8));
    yield { head: at, from: data === null ? null : from + data, isNamed };
  }
}

/** Where the dictionary of an object begins whose `obj` ends at `at`; null where something else follows. */
function dictionaryBehind(bytes: Buffer, at: number): number | null {
  let place = at;
  // "obj12" is a number to some readers.
  while (isDigit(bytes[place])) place += 1;
  let from = skipSpace(bytes, place);
  while (isOddSpace(bytes, from)) from = skipSpace(bytes, from + 1);
  // In a remark between the two.
  if (from - place > OBJ.length && bytes.subarray(place, from).includes(OBJ)) throw new FileRefused('closed');
  return isDictionary(bytes, from) ? from : null;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57;

function standsAt(bytes: Buffer, at: number, word: Buffer): boolean {
  for (let n = 0; n < word.length; n += 1) if (bytes[at + n] !== word[n]) return false;
  return true;
}

/** The longest that programs write are some hundreds. */
const LONGEST_HEAD = 4 * 1024;
const SPACES = '[\\0\\t\\n\\f\\r ]';
const NUMBER = `[-+.\\d]+(?:${SPACES}+\\d+${SPACES}+R)?`;
/** A key and its value: a name, a list without others in it, a number or a reference. */
const ENTRY = new RegExp(
  `/([A-Za-z]+)(?=[/[]|${SPACES})${SPACES}*(/\\w+|\\[[^[\\]<>()%#]*\\]|${NUMBER})${SPACES}*`,
  'y',
);
const BEGIN = new RegExp(`^<<${SPACES}*`);
const TO_DATA = new RegExp(`^>>${SPACES}*stream\\r?\\n`);
const FLATE = new RegExp(`^(?:/FlateDecode|\\[${SPACES}*/FlateDecode${SPACES}*\\])$`);
/** Of packed objects, and of colour profiles (ISO 32000-1, 7.5.7, 8.6.5.5). Any other may say how to unpack them. */
const PLAIN_KEYS = new Set(['Type', 'N', 'First', 'Extends', 'Length', 'Filter', 'Alternate', 'Range', 'Metadata']);

/**
 * Where the bytes begin behind a head that is written as plainly as programs write it; null where they are not packed.
 * Readers forgive a head much that would hide from us how it is unpacked.
 * @throws FileRefused for a head that is written otherwise
 */
function dataBehind(head: string): number | null {
  const entries = new Map<string, string>();
  let end = BEGIN.exec(head)?.[0].length ?? 0;
  for (;;) {
    ENTRY.lastIndex = end;
    const entry = ENTRY.exec(head);
    if (!entry) break;
    const [, key = '', value = ''] = entry;
    if (!PLAIN_KEYS.has(key) || entries.has(key)) throw new FileRefused('closed');
    entries.set(key, value);
    end = ENTRY.lastIndex;
  }
  const [start] = TO_DATA.exec(head.slice(end)) ?? [];
  if (start === undefined) throw new FileRefused('closed');
  const filter = entries.get('Filter');
  // A colour profile as it is. Only programs that take a PDF apart leave its objects so.
  if (filter === undefined && !entries.has('First') && entries.get('Type') !== '/ObjStm') return null;
  if (!FLATE.test(filter ?? '')) throw new FileRefused('closed');
  return end + start.length;
}
