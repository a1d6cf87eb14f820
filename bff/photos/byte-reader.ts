import { FileRefused } from './file-refused.ts';

/** A real file has some thousands of parts; a made-up one with millions would take seconds to check. */
const MOST_TAKEN = 100_000;

const NOTHING = Buffer.alloc(64 * 1024);

/** Reads the blocks of a file in the parts that its format consists of. Nothing is copied unless it crosses blocks. */
export class ByteReader {
  readonly #waiting: Buffer[];
  #taken = 0;

  constructor(pieces: readonly Uint8Array[]) {
    this.#waiting = pieces.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
    this.#waiting.reverse();
  }

  /** The next bytes in one block, at least one; null at the end. */
  next(): Buffer | null {
    for (;;) {
      const piece = this.#waiting.pop();
      if (!piece) return null;
      if (piece.length > 0) return piece;
    }
  }

  /** Puts bytes back in front of everything unread. */
  unread(bytes: Buffer): void {
    this.#waiting.push(bytes);
  }

  /** The next `count` bytes without consuming them; fewer at the end of the file. */
  peek(count: number): Buffer {
    const pieces: Buffer[] = [];
    let size = 0;
    while (size < count) {
      const piece = this.next();
      if (!piece) break;
      pieces.push(piece);
      size += piece.length;
    }
    const all = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    this.unread(all);
    return all.subarray(0, count);
  }

  /** Exactly `count` bytes. @throws FileRefused when the file ends earlier, or has too many parts */
  take(count: number): Buffer {
    const piece = this.peek(count);
    this.#taken += 1;
    if (piece.length < count || this.#taken > MOST_TAKEN) throw new FileRefused('damaged');
    for (const _ of this.pass(count));
    return piece;
  }

  /** The next `count` bytes, block by block. @throws FileRefused when the file ends earlier */
  *pass(count: number): Generator<Buffer> {
    for (let left = count; left > 0; ) {
      const piece = this.next();
      if (!piece) throw new FileRefused('damaged');
      if (piece.length > left) this.unread(piece.subarray(left));
      yield piece.subarray(0, left);
      left -= Math.min(left, piece.length);
    }
  }

  /** Zeros in place of the next `count` bytes. @throws FileRefused when the file ends earlier */
  *blank(count: number): Generator<Buffer> {
    for (const { length } of this.pass(count)) {
      for (let left = length; left > 0; left -= NOTHING.length) yield NOTHING.subarray(0, left);
    }
  }
}
