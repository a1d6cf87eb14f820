import { Semaphore } from './semaphore.ts';

/** Twice what a phone makes of a photo before it sends it. */
const SMALL_BYTES = 2 * 1024 * 1024;
export const LARGEST_BYTES = 20 * 1024 * 1024;

const WAIT_MS = 60_000;

/**
 * How much of all uploads together is in memory. A file's name in the CRM holds the digest of its bytes and goes out
 * before them, so a file is either small, or its digest was sent along and it streams, or it waits its turn for the one
 * large room. What a file waits in is made once and used again: as garbage it would be the most there is.
 */
export class UploadBuffers {
  readonly #small = new Semaphore(12, WAIT_MS);
  readonly #smallRooms: Buffer[] = [];
  /** A slow phone must not keep the CRM's places for uploads from everybody else (it has three). */
  readonly streams = new Semaphore(2, WAIT_MS);
  readonly #large = new Semaphore(1, WAIT_MS);
  #arena: Buffer | undefined;

  /** Room for a small file, or for the start of a larger one, as long as `work` takes. */
  withSmall<T>(work: (room: Buffer) => Promise<T>): Promise<T> {
    return this.#small.run(async () => {
      const room = this.#smallRooms.pop() ?? Buffer.allocUnsafeSlow(SMALL_BYTES);
      try {
        return await work(room);
      } finally {
        this.#smallRooms.push(room);
      }
    });
  }

  /** The whole of a large file in memory, as long as `work` takes. `bytes` holds no more than LARGEST_BYTES. */
  async withLarge<T>(bytes: AsyncIterable<Uint8Array>, work: (whole: Buffer) => Promise<T>): Promise<T> {
    return this.#large.run(async () => {
      this.#arena ??= Buffer.allocUnsafeSlow(LARGEST_BYTES);
      let size = 0;
      for await (const piece of bytes) {
        this.#arena.set(piece, size);
        size += piece.length;
      }
      return work(this.#arena.subarray(0, size));
    });
  }
}
