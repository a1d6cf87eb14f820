import { FileRefused } from './file-refused.ts';

/** A real file has some thousands of parts; a malicious one with millions would take seconds to check. */
const MOST_TAKEN = 100_000;

/** Reads a file in the parts of its format, once from start to end. Copies nothing. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;
  #taken = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The number of bytes read. */
  get at(): number {
    return this.#at;
  }

  /** Everything unread. */
  get rest(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  /** The next `count` bytes without consuming them; fewer at the end of the file. */
  peek(count: number): Buffer {
    return this.#bytes.subarray(this.#at, this.#at + count);
  }

  /** Exactly `count` bytes, as one part. @throws FileRefused if the file ends earlier, or has too many parts */
  take(count: number): Buffer {
    this.#taken += 1;
    if (this.#taken > MOST_TAKEN) throw new FileRefused('damaged');
    return this.pass(count);
  }

  /** Exactly `count` bytes that belong to the previous part. @throws FileRefused if the file ends earlier */
  pass(count: number): Buffer {
    const piece = this.peek(count);
    if (piece.length < count) throw new FileRefused('damaged');
    this.#at += count;
    return piece;
  }
}

const WINDOW_BYTES = 256 * 1024;

/** The bytes as pieces of text, each starting with the last `overlap` characters of the previous one. */
export function* textsOf(bytes: Buffer, overlap: number): Generator<string> {
  for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
    yield bytes.toString('latin1', Math.max(0, at - overlap), at + WINDOW_BYTES);
  }
}
