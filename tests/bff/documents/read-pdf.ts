import { inflateSync } from 'node:zlib';

/** A piece of text on a page, and its structure element. */
export interface Written {
  tag: string;
  text: string;
}

export interface ReadPdf {
  pages: number;
  written: Written[];
  /** All texts, one a line. */
  text: string;
  /** The objects as they are in the file, without their streams. */
  objects: string;
  /** What draws each page. */
  drawn: string[];
}

/**
 * Reads the PDFs that PDFKit writes, and no others: text as glyphs of two bytes, each font with its own table back to
 * Unicode, and around each text the element that it belongs to (ISO 32000-1, 9.10.3 and 14.6).
 */
export function readPdf(bytes: Buffer): ReadPdf {
  const file = bytes.toString('latin1');
  const objects = new Map<string, { head: string; stream: string }>();
  for (const [, id = '', body = ''] of file.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', stream = ''] = body.split(/\nstream\n/);
    const packed = Buffer.from(stream.replace(/\nendstream$/, ''), 'latin1');
    const isPacked = head.includes('/FlateDecode') && !head.includes('/Image');
    objects.set(id, { head, stream: (isPacked ? inflateSync(packed) : packed).toString('latin1') });
  }
  const heads = [...objects.values()].map(({ head }) => head);
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name = '', id = ''] of heads.join('\n').matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1];
    fonts.set(name, lettersIn(objects.get(table ?? '')?.stream ?? ''));
  }
  const pages = heads.filter((head) => /\/Type \/Page\b(?!s)/.test(head));
  const drawn = pages.map((page) => objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '')?.stream ?? '');
  const written = drawn.flatMap((stream) => textsIn(stream, fonts));
  return {
    pages: pages.length,
    written,
    text: written.map(({ text }) => text).join('\n'),
    objects: heads.join('\n'),
    drawn,
  };
}

/** `<0000> <0002> [<0020> <0041> <20ac>]`: glyphs from the first number on, as letters in UTF-16. */
function lettersIn(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<(\w*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      letters.set(glyph, Buffer.from(hex, 'hex').swap16().toString('utf16le'));
    }
  }
  return letters;
}

const STEP = /\/(\w+) <<[^>]*>> BDC|\/(\w+) BMC|(EMC)|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|(ET)/g;

function textsIn(stream: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): Written[] {
  const open: string[] = [];
  const written: Written[] = [];
  let letters: ReadonlyMap<string, string> = new Map();
  let text = '';
  for (const [, tagged, bare, closes, font, glyphs, ends] of stream.matchAll(STEP)) {
    if (tagged ?? bare) open.push(tagged ?? bare ?? '');
    else if (closes) open.pop();
    else if (font) letters = fonts.get(font) ?? new Map();
    else if (glyphs) {
      const codes = [...glyphs.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      text += codes.map((code) => letters.get(code) ?? '\ufffd').join('');
    } else if (ends) {
      written.push({ tag: open.at(-1) ?? 'nothing', text });
      text = '';
    }
  }
  return written;
}
