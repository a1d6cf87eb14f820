import { inflateSync } from 'node:zlib';
import { type ByteReader, textsOf } from '../byte-reader.ts';
import { FileRefused } from '../file-refused.ts';
import { isDictionary, isOddSpace, readDictionary, skipSpace } from './pdf-dictionary.ts';

/** Readers search for the end mark in the last kilobyte (ISO 32000-1, annex H). */
const TAIL = 1024;

/**
 * Names of PDF features that run or send something, or embed another file (ISO 32000-1, 12.6.4, 7.11.4, 12.5.6.15,
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
/** Many pictures contain this short name by chance, so the search covers only objects. */
const EMBEDDED = anyOf(['EF']);
const ENCRYPTED = anyOf(['Encrypt']);
/** The length of the longest name with every letter as a code, plus the following character. */
const OVERLAP = 64;
/** Compressed objects contain a document's structure and texts; pictures and fonts are separate streams. */
const MOST_UNPACKED = 8 * 1024 * 1024;
/** PDF writers put some hundreds of objects into one stream. */
const MOST_STREAMS = 1_000;

/**
 * Accepts a complete PDF that is only a document, and does not change it. Each object that a reader may find is either
 * uncompressed or in a stream of compressed objects. A file with a stream that cannot be inspected is refused.
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
    // Streams with overlapping bytes would be decompressed again and again.
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

/** Decompresses the first `taken` of these bytes. @throws FileRefused if the result exceeds the limit */
function unpack(packed: Buffer, most: number): { objects: Buffer; taken: number } {
  try {
    // With `info`, zlib also returns how far it read; its types omit this.
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
  // Compressed objects must not contain streams. But one reader accepts them, even with compressed objects inside.
  if (text.includes('stream') && COUNT.test(text) && FIRST.test(text)) throw new FileRefused('closed');
}

/**
 * Matches any of these names, with each letter plain or as a code: `/JavaScript` is also `/J#61vaScript`. The code of a
 * NUL may follow, because some readers end a name there.
 */
function anyOf(names: readonly string[]): RegExp {
  const either = (digit: string) => `[${digit}${digit.toUpperCase()}]`;
  const letter = (char: string) => `(?:${char}|#${char.charCodeAt(0).toString(16).replace(/[a-f]/, either)})`;
  const written = names.map((name) => [...name].map(letter).join(''));
  return new RegExp(`/(?:${written.join('|')})(?!\\w)`);
}

/** A stream that a reader may treat as compressed objects. */
interface ObjectStream {
  /** The start of its object. */
  head: number;
  /** The start of its bytes; null if they are not compressed. */
  from: number | null;
  /**
   * Whether its dictionary names it as compressed objects. Few readers accept a stream with only an N, as colour
   * profiles have.
   */
  isNamed: boolean;
}

const [OBJ, END, STREAM] = ['obj', 'end', 'stream'].map((word) => Buffer.from(word)) as [Buffer, Buffer, Buffer];

/**
 * Every stream of the file that may contain compressed objects, wherever a reader could find it. Cross-reference tables
 * are not trusted, so every `obj` followed by a dictionary counts, in any context. Each byte is read a few times at
 * most.
 * @throws FileRefused if a dictionary is unreadable or contains a file, or if a stream is compressed in an unusual way
 */
function* objectStreamsIn(bytes: Buffer): Generator<ObjectStream> {
  let read = 0;
  for (let at = bytes.indexOf(OBJ); at !== -1; at = bytes.indexOf(OBJ, at + OBJ.length)) {
    if (standsAt(bytes, at - END.length, END)) continue;
    const from = dictionaryBehind(bytes, at + 3);
    if (from === null) continue;
    // This object is inside the previous one. Reading on from each such object would take quadratic time.
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

/** The start of the dictionary of an object whose `obj` ends at `at`; null if something else follows. */
function dictionaryBehind(bytes: Buffer, at: number): number | null {
  let place = at;
  // Some readers read "obj12" as `obj` and a number.
  while (isDigit(bytes[place])) place += 1;
  let from = skipSpace(bytes, place);
  while (isOddSpace(bytes, from)) from = skipSpace(bytes, from + 1);
  // Refuses a comment between `obj` and the dictionary if the comment contains another `obj`.
  if (from - place > OBJ.length && bytes.subarray(place, from).includes(OBJ)) throw new FileRefused('closed');
  return isDictionary(bytes, from) ? from : null;
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57;

function standsAt(bytes: Buffer, at: number, word: Buffer): boolean {
  for (let n = 0; n < word.length; n += 1) if (bytes[at + n] !== word[n]) return false;
  return true;
}

/** The longest accepted dictionary. Programs write at most some hundreds of bytes. */
const LONGEST_HEAD = 4 * 1024;
const SPACES = '[\\0\\t\\n\\f\\r ]';
const NUMBER = `[-+.\\d]+(?:${SPACES}+\\d+${SPACES}+R)?`;
/** A key and its value: a name, a list without nesting, a number or a reference. */
const ENTRY = new RegExp(
  `/([A-Za-z]+)(?=[/[]|${SPACES})${SPACES}*(/\\w+|\\[[^[\\]<>()%#]*\\]|${NUMBER})${SPACES}*`,
  'y',
);
const BEGIN = new RegExp(`^<<${SPACES}*`);
const TO_DATA = new RegExp(`^>>${SPACES}*stream\\r?\\n`);
const FLATE = new RegExp(`^(?:/FlateDecode|\\[${SPACES}*/FlateDecode${SPACES}*\\])$`);
/**
 * Keys of compressed objects and of colour profiles (ISO 32000-1, 7.5.7, 8.6.5.5). Any other key may change the
 * decompression.
 */
const PLAIN_KEYS = new Set(['Type', 'N', 'First', 'Extends', 'Length', 'Filter', 'Alternate', 'Range', 'Metadata']);

/**
 * The offset of the compressed bytes behind a dictionary, from its start; null if the bytes are not compressed. Accepts
 * only one plain form of a dictionary. PDF readers accept many other forms, and those could hide a decompression from
 * this check.
 * @throws FileRefused for a dictionary in another form
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
  // An uncompressed colour profile. Refuses an uncompressed object stream: only tools that take a PDF apart write it.
  if (filter === undefined && !entries.has('First') && entries.get('Type') !== '/ObjStm') return null;
  if (!FLATE.test(filter ?? '')) throw new FileRefused('closed');
  return end + start.length;
}
