import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { LARGEST_FILE_BYTES } from '../view-models/choices.ts';
import { checkFile } from './check-file.ts';
import { FileRefused, type Refusal } from './file-refused.ts';

/** The blocks that a file lies in, which this thread shares with the process. */
export type FileBlocks = readonly Uint8Array<SharedArrayBuffer>[];

/** What a file is, and how many of the bytes in its blocks are stored of it; or why it is refused. */
export type Verdict = { extension: string; contentType: string; digest: string; bytes: number } | { refusal: Refusal };

// The thread that checks files: the blocks of one come in; when the answer goes out, what is stored of it lies in them.
// A fault ends the thread, which reports it.
parentPort?.on('message', (blocks: FileBlocks) => {
  parentPort?.postMessage(verdictOn(blocks));
});

/** One file at a time lies here in one piece: formats are read without seams, and written back where they came from. */
const whole = Buffer.allocUnsafeSlow(LARGEST_FILE_BYTES);

function verdictOn(blocks: FileBlocks): Verdict {
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

/** Writes these bytes to the begin of the blocks that are left. */
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
