import { FileRefused } from './file-refused.ts';

/** Reads a stream of bytes in the pieces that a file format is made of, holding no more than the piece asked for. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #waiting: Buffer[] = [];
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next bytes as they come, at least one; null at the end. */
  async next(): Promise<Buffer | null> {
    for (;;) {
      const waiting = this.#waiting.shift();
      if (waiting && waiting.length > 0) return waiting;
      if (waiting) continue;
      if (this.#ended) return null;
      const { done, value } = await this.#source.next();
      if (done) this.#ended = true;
      else this.#waiting.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    }
  }

  /** Puts bytes back before everything that was not read yet. */
  unread(bytes: Buffer): void {
    this.#waiting.unshift(bytes);
  }

  /** The next `count` bytes without taking them; fewer where the file ends earlier. */
  async peek(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let size = 0;
    while (size < count) {
      const piece = await this.next();
      if (!piece) break;
      pieces.push(piece);
      size += piece.length;
    }
    const all = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
    this.unread(all);
    return all.subarray(0, count);
  }

  /** Exactly `count` bytes. @throws FileRefused when the file ends earlier */
  async take(count: number): Promise<Buffer> {
    const piece = await this.peek(count);
    if (piece.length < count) throw new FileRefused('damaged');
    await this.#drop(count);
    return piece;
  }

  /** The next `count` bytes as they come. @throws FileRefused when the file ends earlier */
  async *pass(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      const piece = await this.next();
      if (!piece) throw new FileRefused('damaged');
      if (piece.length > left) this.unread(piece.subarray(left));
      yield piece.subarray(0, left);
      left -= Math.min(left, piece.length);
    }
  }

  async #drop(count: number): Promise<void> {
    for await (const _ of this.pass(count));
  }
}
