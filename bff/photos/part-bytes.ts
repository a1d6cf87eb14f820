import type { Readable } from 'node:stream';
import { FileRefused } from './file-refused.ts';

/** How long a sender may be silent in the middle of a file. */
const SILENCE_MS = 20_000;

/** A file part as the parser gives it. `truncated` when it went beyond the largest size. */
export type PartStream = Readable & { truncated: boolean };

/** The bytes of a part. Leaving off early leaves the stream whole, so that the parts behind it can still be read. */
export async function* partBytes(file: PartStream): AsyncGenerator<Uint8Array> {
  const bytes: AsyncIterator<Uint8Array> = file.iterator({ destroyOnReturn: false });
  for (;;) {
    const { done, value } = await unlessSilent(file, () => bytes.next());
    if (done) break;
    yield value;
  }
  if (file.truncated) throw new FileRefused('too_large');
}

/** Reads what is left of a part that is not stored; the next part comes only behind it. */
export async function skipPart(file: PartStream): Promise<void> {
  if (file.destroyed || file.readableEnded) return;
  for await (const _ of partBytes(file)) if (file.truncated) break;
  file.resume();
}

async function unlessSilent<T>(file: PartStream, read: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => file.destroy(new FileRefused('stalled')), SILENCE_MS);
  try {
    return await read();
  } finally {
    clearTimeout(timer);
  }
}
