import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { LARGEST_FILE_BYTES } from '../view-models/choices.ts';
import { checkFile } from './check-file.ts';
import { type FileRefusal, FileRefused } from './file-refused.ts';

/** The memory blocks of a file, shared between this thread and the process. */
export type FileBlocks = readonly Uint8Array<SharedArrayBuffer>[];

/** The format of a file and the number of bytes to store from its blocks, or the reason for its refusal. */
export type FileVerdict =
  | { extension: string; contentType: string; digest: string; bytes: number }
  | { refusal: FileRefusal };

// The thread that checks files. It receives the blocks of one file; after its answer they contain the bytes to store.
// An error ends the thread and reaches the process.
parentPort?.on('message', (blocks: FileBlocks) => {
  parentPort?.postMessage(verdictOn(blocks));
});

/**
 * Holds one file at a time as one buffer, because the format parsers do not handle block boundaries. The result is
 * written back to the blocks.
 */
const whole = Buffer.allocUnsafeSlow(LARGEST_FILE_BYTES);

function verdictOn(blocks: FileBlocks): FileVerdict {
  let length = 0;
  for (const block of blocks) {
    whole.set(block, length);
    length += block.length;
  }
  try {
    const { extension, contentType, pieces } = checkFile(whole.subarray(0, length));
    const sum = createHash('sha256');
    const left = [...blocks];
    let bytes = 0;
    for (const piece of pieces) {
      sum.update(piece);
      write(piece, left);
      bytes += piece.length;
    }
    return { extension, contentType, digest: sum.digest('hex'), bytes };
  } catch (error) {
    if (error instanceof FileRefused) return { refusal: error.refusal };
    throw error;
  }
}

/** Writes these bytes to the start of the remaining blocks. */
function write(piece: Buffer, left: Uint8Array<SharedArrayBuffer>[]): void {
  for (let bytes = piece; bytes.length > 0; ) {
    const block = left.shift();
    if (!block) throw new Error('what is stored of a file is longer than the file');
    const part = bytes.subarray(0, block.length);
    block.set(part);
    if (part.length < block.length) left.unshift(block.subarray(part.length));
    bytes = bytes.subarray(part.length);
  }
}
