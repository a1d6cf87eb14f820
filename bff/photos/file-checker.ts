import { faultFields, type Log } from '../http/logging.ts';
import { ThreadFault, WorkThread } from '../threads/work-thread.ts';
import type { FileBlocks, FileVerdict } from './check-worker.ts';
import { FileRefused } from './file-refused.ts';

/** Never reached: each waiting file occupies upload memory, and that memory runs out first. */
const MOST_WAITING = 200;
const HEAP_MB = 96;

interface CheckerSettings {
  worker?: URL;
  /** The largest file takes 300 ms. The rest of the time is a reserve for a busy machine. */
  deadlineMs: number;
  log: Log;
}

export interface CheckedFile {
  extension: string;
  contentType: string;
  /** SHA-256 in hex of the stored bytes. */
  digest: string;
  bytes: number;
  /** The content to store: without metadata, and without data after its end. */
  pieces: readonly Uint8Array[];
}

/** Checks and strips files in a separate thread, so that no check blocks other requests. */
export class FileChecker {
  readonly #thread: WorkThread<FileBlocks, FileVerdict>;
  readonly #log: Log;

  constructor({ worker = new URL('./check-worker.ts', import.meta.url), deadlineMs, log }: CheckerSettings) {
    this.#thread = new WorkThread({ source: worker, deadlineMs, mostWaiting: MOST_WAITING, heapMb: HEAP_MB });
    this.#log = log;
  }

  /**
   * Recognises a file by its bytes and strips it in place.
   * @throws FileRefused if the format is not accepted, the file is incomplete, or the check failed or has no place
   */
  async check(blocks: FileBlocks): Promise<CheckedFile> {
    const verdict = await this.#thread.run(blocks).catch((error: unknown) => {
      if (!(error instanceof ThreadFault)) throw error;
      if (error.reason === 'full') throw new FileRefused('no_place');
      this.#log.error({ ...faultFields(error.cause ?? error), kind: error.reason }, 'a file could not be checked');
      throw new FileRefused('unchecked');
    });
    if ('refusal' in verdict) throw new FileRefused(verdict.refusal);
    return { ...verdict, pieces: firstOf(blocks, verdict.bytes) };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

function firstOf(blocks: FileBlocks, bytes: number): Uint8Array[] {
  let left = bytes;
  return blocks.flatMap((block) => {
    const part = block.subarray(0, left);
    left -= part.length;
    return part.length > 0 ? [part] : [];
  });
}
