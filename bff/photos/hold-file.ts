import type { Readable } from 'node:stream';
import type { FileBlocks } from './check-worker.ts';
import { FileRefused } from './file-refused.ts';
import type { Pace } from './pace.ts';
import type { Holder, UploadMemory } from './upload-memory.ts';

/** A file part from the parser. `truncated` when it exceeded the largest size. */
export type PartStream = Readable & { truncated: boolean };

/**
 * Does `work` with a complete file, in blocks that are reused afterwards.
 * @throws FileRefused when it is too large, too slow or finds no memory
 */
export async function withWholeFile<T>(
  file: PartStream,
  { pace, memory, sender }: { pace: Pace; memory: UploadMemory; sender: string },
  work: (pieces: FileBlocks) => Promise<T>,
): Promise<T> {
  const holder: Holder = {
    blocks: [],
    sender,
    waitedMs: () => pace.waitedMs(),
    giveWay: () => pace.giveWay(),
  };
  try {
    let left = 0;
    for await (let bytes of partBytes(file, pace)) {
      while (bytes.length > 0) {
        const block = left > 0 ? holder.blocks.at(-1) : await memory.grow(holder);
        if (!block) break;
        if (left === 0) left = block.length;
        const copied = bytes.copy(block, block.length - left);
        left -= copied;
        bytes = bytes.subarray(copied);
      }
    }
    memory.arrived(holder);
    const last = holder.blocks.length - 1;
    return await work(holder.blocks.map((block, at) => (at === last ? block.subarray(0, block.length - left) : block)));
  } finally {
    memory.release(holder);
  }
}

/** Reads the rest of a part that is not stored; only then the next part arrives. */
export async function skipPart(file: PartStream, pace: Pace): Promise<void> {
  if (file.destroyed || file.readableEnded) return;
  for await (const _ of partBytes(file, pace)) if (file.truncated) break;
  file.resume();
}

/** Stopping early keeps the stream usable, so that later parts can still be read. */
async function* partBytes(file: PartStream, pace: Pace): AsyncGenerator<Buffer> {
  const bytes: AsyncIterator<Buffer> = file.iterator({ destroyOnReturn: false });
  for (;;) {
    const { done, value } = await pace.keep(
      () => bytes.next(),
      ({ value: piece }) => piece?.length ?? 0,
    );
    if (done) break;
    yield value;
  }
  if (file.truncated) throw new FileRefused('too_large');
}
