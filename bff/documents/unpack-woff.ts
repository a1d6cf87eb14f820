import { inflateSync } from 'node:zlib';

/**
 * A web font (WOFF 1.0, https://www.w3.org/TR/WOFF/) as the OpenType font packed in it. PDFKit reads WOFF too, but
 * unpacks a table again for every letter it looks up.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + count * 16);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let offset = directory.length;
  for (let index = 0; index < count; index += 1) {
    const from = 44 + index * 20;
    const to = 12 + index * 16;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [number, number, number];
    const stored = woff.subarray(start, start + packed);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (packed < length ? inflateSync(stored) : stored).copy(table);
    woff.copy(directory, to, from, from + 4);
    woff.copy(directory, to + 4, from + 16, from + 20);
    directory.writeUInt32BE(offset, to + 8);
    directory.writeUInt32BE(length, to + 12);
    tables.push(table);
    offset += table.length;
  }
  return Buffer.concat([directory, ...tables]);
}
