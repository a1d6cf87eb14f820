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
/** What one sender's files have together; only the oldest of them goes on beyond it: five photos as the page sends them. */
const OF_SENDER = 40;
const WAIT_MS = 20_000;

/** What a file takes of the memory for uploads: as much as has come of it. */
export interface Holder {
  blocks: Buffer<SharedArrayBuffer>[];
  /** Who sends it. Several files may have one sender. */
  sender: string;
  /** How long its sender was waited for, since the upload began. */
  waitedMs(): number;
  /** Ends the upload, because others wait for the memory that it holds and does not fill. */
  giveWay(): void;
}

interface Waiting {
  holder: Holder;
  admit: () => void;
}

/**
 * The memory that files wait in on their way to the CRM, in blocks that the thread which checks them shares. While others wait, a file whose sender needs longer
 * than `giveWayMs` for a block gives its memory back, and who holds least comes first; one sender's many files share a
 * part. Blocks are pooled to limit garbage collection.
 */
export class UploadMemory {
  readonly #giveWayMs: number;
  readonly #unused: Buffer<SharedArrayBuffer>[] = [];
  /** The files that are still arriving, and how long each had been waited for when it got its last block. */
  readonly #arriving = new Map<Holder, number>();
  readonly #waiting: Waiting[] = [];
  #left = MOST_BYTES / BLOCK_BYTES;
  #first: Holder | undefined;
  #reserved = RESERVED;

  constructor(giveWayMs: number) {
    this.#giveWayMs = giveWayMs;
  }

  /** One more block for this file. @throws FileRefused when none comes free in time */
  async grow(holder: Holder): Promise<Buffer<SharedArrayBuffer>> {
    if (!this.#admits(holder)) await this.#turn(holder);
    this.#arriving.set(holder, holder.waitedMs());
    const block = this.#unused.pop() ?? Buffer.from(new SharedArrayBuffer(BLOCK_BYTES));
    holder.blocks.push(block);
    return block;
  }

  /** The file is whole: what it takes from here on is not its sender's doing. */
  arrived(holder: Holder): void {
    this.#arriving.delete(holder);
  }

  release(holder: Holder): void {
    this.#arriving.delete(holder);
    const blocks = holder.blocks.splice(0);
    this.#left += blocks.length;
    this.#unused.push(...blocks);
    if (this.#first === holder) {
      this.#first = undefined;
      this.#reserved = RESERVED;
    }
    const held = this.#heldBySender();
    const inOrder = this.#waiting.toSorted(
      (a, b) => (held.get(a.holder.sender) ?? 0) - (held.get(b.holder.sender) ?? 0),
    );
    for (const waiting of inOrder) {
      if (!this.#admits(waiting.holder)) continue;
      this.#leave(waiting);
      waiting.admit();
    }
  }

  #admits(holder: Holder): boolean {
    if (this.#hasItsPart(holder)) return false;
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
          clearInterval(asking);
          resolve();
        },
      };
      const asking = setInterval(() => this.#slowestBeside(holder)?.giveWay(), this.#giveWayMs);
      const timer = setTimeout(() => {
        this.#leave(waiting);
        clearInterval(asking);
        reject(new FileRefused('no_place'));
      }, WAIT_MS);
      this.#waiting.push(waiting);
    });
  }

  #leave(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
  }

  #hasItsPart(holder: Holder): boolean {
    const [oldest = holder] = [...this.#arriving.keys()].filter(({ sender }) => sender === holder.sender);
    return oldest !== holder && (this.#heldBySender().get(holder.sender) ?? 0) >= OF_SENDER;
  }

  /**
   * The file that is to give way: of those that do not fill a block in time, one of the sender who holds most. Who has
   * their part asks nobody else.
   */
  #slowestBeside(holder: Holder): Holder | undefined {
    const held = this.#heldBySender();
    const heldBy = ({ sender }: Holder) => held.get(sender) ?? 0;
    const waits = new Set(this.#waiting.map((each) => each.holder));
    const isOwn = this.#hasItsPart(holder);
    const [slowest] = [...this.#arriving]
      .filter(([each]) => each !== holder && !waits.has(each) && (!isOwn || each.sender === holder.sender))
      .map(([each, waitedMs]) => ({ each, forMs: each.waitedMs() - waitedMs }))
      .filter(({ forMs }) => forMs >= this.#giveWayMs)
      .sort((a, b) => heldBy(b.each) - heldBy(a.each) || b.forMs - a.forMs);
    return slowest?.each;
  }

  #heldBySender(): ReadonlyMap<string, number> {
    const held = new Map<string, number>();
    for (const { sender, blocks } of this.#arriving.keys()) held.set(sender, (held.get(sender) ?? 0) + blocks.length);
    return held;
  }
}
