import type { Readable } from 'node:stream';
import { FileRefused } from './file-refused.ts';
import type { Pace } from './pace.ts';
import type { Holder, UploadMemory } from './upload-memory.ts';

/** A file part as the parser gives it. `truncated` when it went beyond the largest size. */
export type PartStream = Readable & { truncated: boolean };

/**
 * Does `work` with a whole file, in the pieces that it lies in; they are another file's as soon as it is done.
 * @throws FileRefused when it is too large, comes too slowly or finds no room
 */
export async function withWholeFile<T>(
  file: PartStream,
  pace: Pace,
  memory: UploadMemory,
  work: (pieces: readonly Buffer[]) => Promise<T>,
): Promise<T> {
  const holder: Holder = { blocks: [] };
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
    const last = holder.blocks.length - 1;
    return await work(holder.blocks.map((block, at) => (at === last ? block.subarray(0, block.length - left) : block)));
  } finally {
    memory.release(holder);
  }
}

/** Reads what is left of a part that is not stored; the next part comes only behind it. */
export async function skipPart(file: PartStream, pace: Pace): Promise<void> {
  if (file.destroyed || file.readableEnded) return;
  for await (const _ of partBytes(file, pace)) if (file.truncated) break;
  file.resume();
}

/** Leaving off early leaves the stream whole, so that the parts behind it can still be read. */
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
