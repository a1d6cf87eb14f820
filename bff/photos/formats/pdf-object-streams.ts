import { FileRefused } from '../file-refused.ts';
import { isDictionary, isOddSpace, readDictionary, skipSpace } from './pdf-dictionary.ts';

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
export function* objectStreamsIn(bytes: Buffer): Generator<ObjectStream> {
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
