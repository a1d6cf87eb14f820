import { LARGEST_FILE_BYTES } from '../view-models/choices.ts';
import { FileRefused } from './file-refused.ts';

const BLOCK_BYTES = 256 * 1024;
/** The memory of all uploads together. */
const MOST_BYTES = 48 * 1024 * 1024;
/** Blocks reserved for one file at a time, so that this file can always be completed and then returns its memory. */
const RESERVED = LARGEST_FILE_BYTES / BLOCK_BYTES;
/** The first 2 MB of a file, in blocks. A photo downsized by the page is smaller. */
const SMALL = 8;
/** 12 MB kept free for these first blocks: otherwise three stalled large files would occupy all memory. */
const FOR_SMALL = 48;
/**
 * The limit for all files of one sender, in blocks: five photos as the page sends them. Only the sender's oldest file
 * may exceed it.
 */
const OF_SENDER = 40;
const WAIT_MS = 20_000;

/** The memory of a file in upload, which grows with the bytes received. */
export interface Holder {
  blocks: Buffer<SharedArrayBuffer>[];
  /** The sender. Several files may have the same one. */
  sender: string;
  /** The total time spent waiting for the sender. */
  waitedMs(): number;
  /** Ends the upload: other files wait for memory that this file holds but does not fill. */
  giveWay(): void;
}

interface Waiting {
  holder: Holder;
  admit: () => void;
}

/**
 * The memory for files on their way to the CRM, in blocks shared with the thread that checks them. While other files
 * wait, a file loses its memory if its sender takes longer than `giveWayMs` to fill a block. A free block goes first to
 * the sender that holds the fewest. The files of one sender share a limit. Blocks are pooled to limit garbage
 * collection.
 */
export class UploadMemory {
  readonly #giveWayMs: number;
  readonly #unused: Buffer<SharedArrayBuffer>[] = [];
  /** The files still arriving, with their waiting time when they got their last block. */
  readonly #arriving = new Map<Holder, number>();
  readonly #waiting: Waiting[] = [];
  #left = MOST_BYTES / BLOCK_BYTES;
  #first: Holder | undefined;
  #reserved = RESERVED;

  constructor(giveWayMs: number) {
    this.#giveWayMs = giveWayMs;
  }

  /** Another block for this file. @throws FileRefused if none becomes free in time */
  async grow(holder: Holder): Promise<Buffer<SharedArrayBuffer>> {
    if (!this.#admits(holder)) await this.#waitForMemory(holder);
    this.#arriving.set(holder, holder.waitedMs());
    const block = this.#unused.pop() ?? Buffer.from(new SharedArrayBuffer(BLOCK_BYTES));
    holder.blocks.push(block);
    return block;
  }

  /** The file is complete: further delay is not its sender's fault. */
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

  #waitForMemory(holder: Holder): Promise<void> {
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
   * The file that has to give way to `holder`: a file that does not fill its block in time, of the sender with the most
   * blocks. A sender at its limit only displaces its own files.
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

/** 80 kB in 20 seconds is 4 kB per second. Even a phone with poor reception sends more. */
const LEAST_BYTES = 80_000;

/** Enforces a minimum speed of the sender. Only time spent waiting for bytes counts, not our own work. */
export class Pace {
  readonly #windowMs: number;
  #leftMs: number;
  #bytes = 0;
  #waitedMs = 0;
  #waitsSince: number | undefined;
  stalled = false;
  readonly #gaveWay = Promise.withResolvers<never>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    this.#leftMs = windowMs;
    // The promise may reject while no read waits for it; this must not stop the process.
    this.#gaveWay.promise.catch(() => {});
  }

  /** The total time spent waiting for the sender. */
  waitedMs(): number {
    return this.#waitedMs + (this.#waitsSince === undefined ? 0 : performance.now() - this.#waitsSince);
  }

  /** Ends the upload as too slow, because other files wait for its memory. */
  giveWay(): void {
    this.stalled = true;
    this.#gaveWay.reject(new FileRefused('stalled'));
  }

  /** The result of `read`, counting the bytes it returns. @throws FileRefused if the sender is too slow */
  async keep<T>(read: () => Promise<T>, sizeOf: (given: T) => number = () => 0): Promise<T> {
    const began = performance.now();
    this.#waitsSince = began;
    let timer: NodeJS.Timeout | undefined;
    const lapse = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.stalled = true;
        reject(new FileRefused('stalled'));
      }, this.#leftMs);
    });
    try {
      const given = await Promise.race([read(), lapse, this.#gaveWay.promise]);
      this.#leftMs -= performance.now() - began;
      this.#bytes += sizeOf(given);
      if (this.#bytes >= LEAST_BYTES) this.#renew();
      return given;
    } finally {
      clearTimeout(timer);
      this.#waitedMs += performance.now() - began;
      this.#waitsSince = undefined;
    }
  }

  #renew(): void {
    this.#leftMs = this.#windowMs;
    this.#bytes = 0;
  }
}
