import type { ByteReader } from '../byte-reader.ts';
import { FileRefused } from '../file-refused.ts';

/** Readers look for the end mark in the last kilobyte (ISO 32000-1, annex H). */
const TAIL = 1024;

/** A PDF as it is; one without its end mark is not whole. */
export function* cleanPdf(reader: ByteReader): Generator<Uint8Array> {
  let tail: Buffer = Buffer.alloc(0);
  for (let piece = reader.next(); piece; piece = reader.next()) {
    tail = Buffer.concat([tail, piece.subarray(-TAIL)]).subarray(-TAIL);
    yield piece;
  }
  if (!tail.includes('%%EOF')) throw new FileRefused('damaged');
}
