/** Bytes of the file, or of the `idat` box in its `meta` box. */
interface Range {
  isInMeta: boolean;
  from: number;
  length: number;
}

interface Box {
  name: string;
  body: Buffer;
  /** Where the body begins in the bytes that were read. */
  at: number;
}

/** Who took the picture, where, and with what (ISO/IEC 23008-12, annex A; XMP is a `mime` item). */
const METADATA = new Set(['Exif', 'mime']);
/** No picture has so many items; a made-up list would take long. */
const MOST_ITEMS = 10_000;

/**
 * Where in the file Exif and XMP stand, from the body of its `meta` box that begins at `metaAt`. A picture is complete without
 * them. Empty where the box is not as described.
 */
export function metadataRanges(meta: Buffer, metaAt: number): { from: number; length: number }[] {
  try {
    const boxes = boxesIn(meta, 4);
    const [items, places] = [boxes.find(({ name }) => name === 'iinf'), boxes.find(({ name }) => name === 'iloc')];
    if (!items || !places) return [];
    const ids = metadataItems(items.body);
    const dataAt = metaAt + (boxes.find(({ name }) => name === 'idat')?.at ?? 0);
    const found = rangesOf(places.body, ids);
    return found.map(({ isInMeta, from, length }) => ({ from: isInMeta ? dataAt + from : from, length }));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function boxesIn(bytes: Buffer, from: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= bytes.length && boxes.length < MOST_ITEMS; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) break;
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size), at: at + 8 });
    at += size;
  }
  return boxes;
}

/** The ids of the items that are metadata (ISO/IEC 14496-12, `iinf`). */
function metadataItems(body: Buffer): Set<number> {
  const entries = boxesIn(body, body.readUInt8() === 0 ? 6 : 8).filter(({ name }) => name === 'infe');
  const ids = new Set<number>();
  for (const { body: entry } of entries) {
    const isLong = entry.readUInt8() > 2;
    const type = entry.toString('latin1', isLong ? 10 : 8, isLong ? 14 : 12);
    if (METADATA.has(type)) ids.add(isLong ? entry.readUInt32BE(4) : entry.readUInt16BE(4));
  }
  return ids;
}

/** Where these items stand (ISO/IEC 14496-12, `iloc`). */
function rangesOf(body: Buffer, ids: ReadonlySet<number>): Range[] {
  let at = 0;
  const number = (bytes: number) => {
    at += bytes;
    if (bytes === 8) return Number(body.readBigUInt64BE(at - 8));
    return bytes === 0 ? 0 : body.readUIntBE(at - bytes, bytes);
  };
  const version = number(1);
  number(3);
  const [sizes, more] = [number(1), number(1)];
  const indexBytes = version === 0 ? 0 : more & 15;
  // Places without offset and length are none, and a list of them could be endless.
  if (sizes === 0) return [];
  const items = number(version < 2 ? 2 : 4);
  const ranges: Range[] = [];
  for (let item = 0; item < items; item += 1) {
    const id = number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : number(2) & 15;
    number(2);
    const base = number(more >> 4);
    for (let extents = number(2); extents > 0; extents -= 1) {
      number(indexBytes);
      const [from, length] = [base + number(sizes >> 4), number(sizes & 15)];
      if (ids.has(id) && ranges.length < MOST_ITEMS) ranges.push({ isInMeta: method === 1, from, length });
    }
  }
  return ranges;
}
