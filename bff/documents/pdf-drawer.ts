import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { KeyedMutex } from '../access/keyed-mutex.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import type { QuotePdf } from './quote-pdf.ts';

/** The thread ends, and frees its memory, after this long without work. */
const IDLE_MS = 60_000;
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };

interface DrawerSettings {
  worker?: URL;
  /** Drawing takes 50 ms, the first time 300; the rest is for a busy machine. */
  deadlineMs: number;
}

/**
 * Draws PDFs in a thread of its own, one at a time: odd CRM data can crash or block that thread, but never the process.
 * The thread is started with the first PDF.
 */
export class PdfDrawer {
  readonly #source: URL;
  readonly #deadlineMs: number;
  readonly #turns = new KeyedMutex();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor({ worker = new URL('./pdf-worker.ts', import.meta.url), deadlineMs }: DrawerSettings) {
    this.#source = worker;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * The bytes of the PDF. Whoever asks for several has them drawn one after another, so that nobody holds up the others. @throws ProblemError `busy` when too many wait or the deadline passes, `internal` for a fault
   */
  draw(pdf: QuotePdf, whose: string): Promise<Buffer> {
    return this.#turns.run(`of ${whose}`, () => this.#drawNext(pdf));
  }

  #drawNext(pdf: QuotePdf): Promise<Buffer> {
    return this.#turns.run('thread', async () => {
      clearTimeout(this.#idle);
      const worker = this.#started();
      try {
        return await this.#drawnBy(worker, pdf);
      } catch (cause) {
        await this.close();
        throw cause instanceof ProblemError ? cause : new ProblemError('internal', { cause });
      } finally {
        worker.unref();
        this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
      }
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #started(): Worker {
    if (!this.#worker) {
      const worker = new Worker(this.#source, { resourceLimits: MEMORY });
      // Without a listener, an error of the thread would be an uncaught error of the process.
      worker.on('error', () => {});
      worker.on('exit', () => {
        if (this.#worker === worker) this.#worker = undefined;
      });
      this.#worker = worker;
    }
    this.#worker.ref();
    return this.#worker;
  }

  async #drawnBy(worker: Worker, pdf: QuotePdf): Promise<Buffer> {
    const stopped = new AbortController();
    const { signal } = stopped;
    const deadline = setTimeout(
      () => stopped.abort(new ProblemError('busy', { detail: API_TEXTS.pdf.tooSlow })),
      this.#deadlineMs,
    );
    const exited = () => stopped.abort(new Error('the thread ended'));
    worker.once('exit', exited);
    worker.postMessage(pdf);
    try {
      const [bytes] = (await once(worker, 'message', { signal })) as [Uint8Array<ArrayBuffer>];
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(deadline);
      worker.off('exit', exited);
    }
  }
}
