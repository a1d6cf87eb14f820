import { FileRefused } from '../file-refused.ts';

const code = (char: string) => char.charCodeAt(0);
const [SLASH, REMARK, ESCAPE] = [code('/'), code('%'), code('\\')];
const [TEXT, TEXT_END, OPEN, CLOSE] = [code('('), code(')'), code('<'), code('>')];
const [LIST, LIST_END, CODE] = [code('['), code(']'), code('#')];
/**
 * The class of a byte (ISO 32000-1, 7.2.2): part of a word, a space, a delimiter, or a character that some readers
 * treat as a space.
 */
const [WORD, SPACE, DELIMITER, CONTROL, BEYOND] = [0, 1, 2, 3, 4];
const KINDS = new Uint8Array(256).fill(WORD).fill(CONTROL, 0, 0x20).fill(BEYOND, 0x7f);
for (const space of [0, 9, 10, 12, 13, 32]) KINDS[space] = SPACE;
for (const delimiter of '()<>[]{}/%') KINDS[code(delimiter)] = DELIMITER;
/** The value of a hexadecimal digit. */
const NONE = 255;
const HEX = new Uint8Array(256).fill(NONE);
for (const digit of '0123456789abcdefABCDEF') HEX[code(digit)] = Number.parseInt(digit, 16);
const MOST_NESTED = 500;
/**
 * A stream of compressed objects has at least one of these in its dictionary (ISO 32000-1, 7.5.7); colour profiles have
 * an N too.
 */
const NUMBER = [Buffer.from('N')];
const NAMED = [Buffer.from('First'), Buffer.from('ObjStm')];
/** The key of an embedded file. */
const FILE = [Buffer.from('EF')];

export const isDictionary = (bytes: Buffer, at: number) => bytes[at] === OPEN && bytes[at + 1] === OPEN;

interface Dictionary {
  /** The offset after the dictionary. */
  end: number;
  /**
   * `isNumbered`: one of the dictionary's own names, as key or value, is N. `isNamed`: one is a name of compressed
   * objects.
   */
  isNumbered: boolean;
  isNamed: boolean;
  /** Whether it, or anything in it, can hold an embedded file. */
  hasFile: boolean;
}

/** An unfinished dictionary or list. */
interface Open {
  end: number;
  wantsKey: boolean;
  last: Token;
}
type Token = 'name' | 'word' | 'other';

/**
 * Reads the dictionary that starts at `from`. Refuses a key without a value, and a value without a key, because PDF
 * readers disagree about how to continue after one.
 * @throws FileRefused if the dictionary is malformed
 */
export function readDictionary(bytes: Buffer, from: number): Dictionary {
  const open: Open[] = [];
  let [isNumbered, isNamed, hasFile] = [false, false, false];
  let at = from;
  do {
    const byte = bytes[at];
    if (byte === undefined || open.length > MOST_NESTED) refused();
    if (isDictionary(bytes, at)) {
      take(open, 'other');
      open.push({ end: CLOSE, wantsKey: true, last: 'other' });
      at += 2;
    } else if (byte === CLOSE) {
      const ended = open.pop();
      if (bytes[at + 1] !== CLOSE || ended?.end !== CLOSE || !ended.wantsKey) refused();
      at += 2;
    } else if (byte === LIST) {
      take(open, 'other');
      open.push({ end: LIST_END, wantsKey: false, last: 'other' });
      at += 1;
    } else if (byte === LIST_END) {
      if (open.pop()?.end !== LIST_END) refused();
      at += 1;
    } else if (byte === SLASH) {
      take(open, 'name');
      const end = nameEnd(bytes, at + 1);
      hasFile ||= isOneOf(FILE, bytes, at + 1, end);
      isNumbered ||= open.length === 1 && isOneOf(NUMBER, bytes, at + 1, end);
      isNamed ||= open.length === 1 && isOneOf(NAMED, bytes, at + 1, end);
      at = end;
    } else if (byte === TEXT || byte === OPEN) {
      take(open, 'other');
      at = byte === TEXT ? textEnd(bytes, at + 1) : hexEnd(bytes, at + 1);
    } else if (byte === REMARK || KINDS[byte] === SPACE) {
      at = skipSpace(bytes, at);
    } else if (KINDS[byte] === WORD) {
      take(open, 'word');
      at = wordEnd(bytes, at);
    } else {
      refused();
    }
  } while (open.length > 0);
  return { end: at, isNumbered, isNamed, hasFile };
}

/** In a dictionary, keys (always names) alternate with values; "5 0 R" is one value. */
function take(open: readonly Open[], token: Token): void {
  const inside = open.at(-1);
  if (inside?.end !== CLOSE || (token === 'word' && inside.last === 'word')) return;
  if (inside.wantsKey && token !== 'name') refused();
  inside.wantsKey = !inside.wantsKey;
  inside.last = token;
}

/** The offset after spaces and comments. */
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

/** A character that only some readers treat as a space. */
export function isOddSpace(bytes: Buffer, at: number): boolean {
  const kind = KINDS[bytes[at] ?? 0];
  return kind === CONTROL || kind === BEYOND;
}

function wordEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (KINDS[bytes[at] ?? 0] === WORD) at += 1;
  return at;
}

/** Names may contain letters of any language. */
function nameEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (let kind = KINDS[bytes[at] ?? 0]; kind === WORD || kind === BEYOND; kind = KINDS[bytes[at] ?? 0]) at += 1;
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

/** A string in hexadecimal digits. */
function hexEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte !== CLOSE; byte = bytes[at]) {
    if (byte === undefined || (KINDS[byte] !== SPACE && !isHexDigit(byte))) refused();
    at += 1;
  }
  return at + 1;
}

const isHexDigit = (byte: number) => HEX[byte] !== NONE;

/** Whether a reader may interpret this as one of these names: each letter plain or as a code. */
function isOneOf(names: readonly Buffer[], bytes: Buffer, from: number, end: number): boolean {
  return names.some((name) => {
    let at = from;
    for (let n = 0; n <= name.length; n += 1) {
      if (at >= end) return n === name.length;
      const letter = letterAt(bytes, at);
      // Some readers end a name at a NUL, or at another character that plain names do not contain.
      if (n === name.length) return letter <= code(' ') || letter > code('~');
      if (letter !== name[n]) return false;
      at += isCode(bytes, at) ? 3 : 1;
    }
    return false;
  });
}

const isCode = (bytes: Buffer, at: number) =>
  bytes[at] === CODE && isHexDigit(bytes[at + 1] ?? 0) && isHexDigit(bytes[at + 2] ?? 0);

function letterAt(bytes: Buffer, at: number): number {
  const hex = (place: number) => HEX[bytes[place] ?? 0] ?? NONE;
  return isCode(bytes, at) ? hex(at + 1) * 16 + hex(at + 2) : (bytes[at] ?? 0);
}

function refused(): never {
  throw new FileRefused('closed');
}
