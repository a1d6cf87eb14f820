import { LARGEST_FILE_BYTES } from '../view-models/choices.ts';
import { FileRefused } from './file-refused.ts';

const BLOCK_BYTES = 256 * 1024;
/** Of all uploads together. */
const MOST_BYTES = 48 * 1024 * 1024;
/** Only one file at a time may use these: so there is always one that can become whole, and gives back what it holds. */
const RESERVED = LARGEST_FILE_BYTES / BLOCK_BYTES;
/** The first 2 MB of a file, which is more than a photo that the page made smaller … */
const SMALL = 8;
/** … have 12 MB that nothing else may use: three large files that are not sent on would hold all there is. */
const FOR_SMALL = 48;
const WAIT_MS = 20_000;

/** What a file takes of the memory for uploads: as much as has come of it. */
export interface Holder {
  blocks: Buffer<SharedArrayBuffer>[];
}

/**
 * The memory that files wait in on their way to the CRM, in blocks that the thread which checks them shares. A phone that sends slowly holds what it has sent, and
 * no place that others wait for. Blocks are pooled to limit garbage collection.
 */
export class UploadMemory {
  readonly #unused: Buffer<SharedArrayBuffer>[] = [];
  readonly #waiting: { holder: Holder; admit: () => void }[] = [];
  #left = MOST_BYTES / BLOCK_BYTES;
  #first: Holder | undefined;
  #reserved = RESERVED;

  /** One more block for this file. @throws FileRefused when none comes free in time */
  async grow(holder: Holder): Promise<Buffer<SharedArrayBuffer>> {
    if (!this.#admits(holder)) await this.#turn(holder);
    const block = this.#unused.pop() ?? Buffer.from(new SharedArrayBuffer(BLOCK_BYTES));
    holder.blocks.push(block);
    return block;
  }

  release(holder: Holder): void {
    const blocks = holder.blocks.splice(0);
    this.#left += blocks.length;
    this.#unused.push(...blocks);
    if (this.#first === holder) {
      this.#first = undefined;
      this.#reserved = RESERVED;
    }
    const refused = this.#waiting.filter(({ holder: each, admit }) => {
      if (!this.#admits(each)) return true;
      admit();
      return false;
    });
    this.#waiting.splice(0, this.#waiting.length, ...refused);
  }

  #admits(holder: Holder): boolean {
    const kept = this.#reserved + (holder.blocks.length < SMALL ? 0 : FOR_SMALL);
    if (this.#left <= kept) {
      this.#first ??= holder;
      if (this.#first !== holder || this.#reserved === 0) return false;
      this.#reserved -= 1;
    }
    this.#left -= 1;
    return true;
  }

  #turn(holder: Holder): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = {
        holder,
        admit: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new FileRefused('no_place'));
      }, WAIT_MS);
      this.#waiting.push(waiting);
    });
  }
}
