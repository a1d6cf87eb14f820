import { inflateSync } from 'node:zlib';
import { FileRefused } from '../file-refused.ts';

/** An object stream has both names in its head; an outline has the second, and is no stream. */
const TYPE = anyOf(['ObjStm']);
const OBJECT_STREAM = new RegExp(anyOf(['ObjStm', 'First']).source, 'g');
/** Only where a line begins: there it stands in no remark, and a text around it would end in the head. */
const OBJECT = /(?:^|[\r\n])[\0\t\f ]*\d+[\0\s]+\d+[\0\s]+obj/g;

/** The first word behind a head; in a text it may stand as well. */
const STREAM = /(?:>|[\r\n])[\0\t\f ]*stream/;
/** As far as a head reaches; the longest that programs write are some hundreds. */
export const LONGEST_HEAD = 4 * 1024;

/** Places in the text that may belong to the head of an object stream. */
export function objectStreamsIn(text: string): number[] {
  return [...text.matchAll(OBJECT_STREAM)].map(({ index }) => index);
}

/**
 * Where the packed objects begin whose head holds the name at `at`; null where there are none: it is no stream, or one that
 * is not packed and is looked at with the rest. Readers forgive a head much that hides the stream from who looks for it, so
 * a head that is not written as plainly as programs write it is refused.
 * @throws FileRefused
 */
export function packedObjectsAt(text: string, at: number): number | null {
  const before = text.slice(Math.max(0, at - LONGEST_HEAD), at);
  const after = text.slice(at, at + LONGEST_HEAD);
  const stream = STREAM.exec(after);
  const end = after.indexOf('endobj');
  if (!TYPE.test(after.slice(0, 32)) && end !== -1 && end < (stream?.index ?? end + 1)) return null;
  const object = [...before.matchAll(OBJECT)].at(-1);
  if (!stream || !object) throw new FileRefused('closed');
  const data = stream.index + stream[0].length;
  const [lineEnd] = /^\r?\n/.exec(after.slice(data)) ?? [];
  if (lineEnd === undefined) throw new FileRefused('closed');
  const head = plainHead(before.slice(object.index + object[0].length) + after.slice(0, data - 'stream'.length));
  const filters = head.match(/\/Filter(?!\w)/g)?.length ?? 0;
  if (filters === 0) return null;
  const isZlib = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])\s*(?:\/|>>)/.test(head);
  if (filters > 1 || !isZlib || /\/DecodeParms/.test(head)) throw new FileRefused('closed');
  return at + data + lineEnd.length;
}

/** What stands between `obj` and `stream`: names and numbers in brackets, each name spelt out. */
function plainHead(written: string): string {
  const head = written.replaceAll('\0', ' ').trim();
  const isWhole = head.startsWith('<<') && head.endsWith('>>') && !/[()%]|endobj/.test(head);
  if (!isWhole || /[<>]/.test(head.replace(/<<|>>/g, ''))) throw new FileRefused('closed');
  return head.replace(/#([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Unpacks at most so many bytes. @throws FileRefused where that cannot be done */
export function unpacked(packed: Buffer, most: number): string {
  try {
    return inflateSync(packed, { maxOutputLength: most }).toString('latin1');
  } catch {
    throw new FileRefused('closed');
  }
}

/** Any of these names, with each letter plain or as its code: `/JavaScript` is `/J#61vaScript` too. */
export function anyOf(names: readonly string[]): RegExp {
  const either = (digit: string) => `[${digit}${digit.toUpperCase()}]`;
  const letter = (char: string) => `(?:${char}|#${char.charCodeAt(0).toString(16).replace(/[a-f]/, either)})`;
  const written = names.map((name) => [...name].map(letter).join(''));
  return new RegExp(`/(?:${written.join('|')})(?![\\w#])`);
}
