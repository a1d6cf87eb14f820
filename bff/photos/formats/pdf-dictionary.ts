import { FileRefused } from '../file-refused.ts';
import { plainName } from './pdf-names.ts';

const code = (char: string) => char.charCodeAt(0);
const [SLASH, REMARK, ESCAPE] = [code('/'), code('%'), code('\\')];
const [TEXT, TEXT_END, OPEN, CLOSE] = [code('('), code(')'), code('<'), code('>')];
const [LIST, LIST_END] = [code('['), code(']')];
/** What a byte is (ISO 32000-1, 7.2.2): part of a word, a space or a delimiter. */
const [WORD, SPACE, DELIMITER] = [0, 1, 2];
const KINDS = new Uint8Array(256).fill(WORD);
for (const space of [0, 9, 10, 12, 13, 32]) KINDS[space] = SPACE;
for (const delimiter of '()<>[]{}/%') KINDS[code(delimiter)] = DELIMITER;
const MOST_NESTED = 500;
/** More than any name that is looked for has with all its letters as codes. */
const LONGEST_NAME = 40;

export const isDictionary = (bytes: Buffer, at: number) => bytes[at] === OPEN && bytes[at + 1] === OPEN;

interface Dictionary {
  /** Where the bytes behind it begin. */
  end: number;
  /** Its names, keys and values alike, without those of what it holds. */
  names: ReadonlySet<string>;
  /** Whether it, or what it holds, has a place for a file. */
  hasFile: boolean;
}

/** Reads the dictionary that begins at `from`. @throws FileRefused where it is not written as it should be */
export function readDictionary(bytes: Buffer, from: number): Dictionary {
  const open: number[] = [];
  const names = new Set<string>();
  let hasFile = false;
  let at = from;
  do {
    const byte = bytes[at];
    if (byte === undefined || open.length > MOST_NESTED) refused();
    if (isDictionary(bytes, at)) {
      open.push(CLOSE);
      at += 2;
    } else if (byte === CLOSE) {
      if (bytes[at + 1] !== CLOSE || open.pop() !== CLOSE) refused();
      at += 2;
    } else if (byte === LIST) {
      open.push(LIST_END);
      at += 1;
    } else if (byte === LIST_END) {
      if (open.pop() !== LIST_END) refused();
      at += 1;
    } else if (byte === SLASH) {
      const end = wordEnd(bytes, at + 1);
      const name = plainName(bytes.toString('latin1', at + 1, Math.min(end, at + LONGEST_NAME)));
      hasFile ||= name === 'EF';
      if (open.length === 1) names.add(name);
      at = end;
    } else if (byte === TEXT) at = textEnd(bytes, at + 1);
    else if (byte === OPEN) at = hexEnd(bytes, at + 1);
    else if (byte === REMARK || KINDS[byte] === SPACE) at = skipSpace(bytes, at);
    else if (KINDS[byte] === DELIMITER) refused();
    else at = wordEnd(bytes, at);
  } while (open.length > 0);
  return { end: at, names, hasFile };
}

/** Where spaces and remarks end. */
export function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  let isRemark = false;
  for (let byte = bytes[at]; byte !== undefined; byte = bytes[at]) {
    if (byte === 10 || byte === 13) isRemark = false;
    else if (byte === REMARK) isRemark = true;
    else if (!isRemark && KINDS[byte] !== SPACE) break;
    at += 1;
  }
  return at;
}

function wordEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && KINDS[bytes[at] ?? 0] === WORD) at += 1;
  return at;
}

function textEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (let depth = 1; depth > 0; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) refused();
    if (byte === ESCAPE) at += 1;
    else if (byte === TEXT) depth += 1;
    else if (byte === TEXT_END) depth -= 1;
  }
  return at;
}

/** A text in hexadecimal digits. */
function hexEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte !== CLOSE; byte = bytes[at]) {
    if (byte === undefined || (KINDS[byte] !== SPACE && !isHexDigit(byte))) refused();
    at += 1;
  }
  return at + 1;
}

const isHexDigit = (byte: number) =>
  (byte >= code('0') && byte <= code('9')) || ((byte | 32) >= code('a') && (byte | 32) <= code('f'));

function refused(): never {
  throw new FileRefused('closed');
}
