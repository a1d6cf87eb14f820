import { KeyedMutex } from '../access/keyed-mutex.ts';
import { API_TEXTS } from '../http/api-texts.ts';
import { ProblemError } from '../http/problems.ts';
import { ThreadFault, WorkThread } from '../threads/work-thread.ts';
import type { QuotePdf } from './quote-pdf.ts';

const MOST_WAITING = 20;
const HEAP_MB = 192;

interface DrawerSettings {
  worker?: URL;
  /** Drawing takes 50 ms, the first time 300; the rest is reserve for a busy machine. */
  deadlineMs: number;
}

/** Draws PDFs in a separate thread, so that odd CRM data affects nothing else. */
export class PdfDrawer {
  readonly #mutex = new KeyedMutex();
  readonly #thread: WorkThread<QuotePdf, Uint8Array<ArrayBuffer>>;

  constructor({ worker = new URL('./pdf-worker.ts', import.meta.url), deadlineMs }: DrawerSettings) {
    this.#thread = new WorkThread({ source: worker, deadlineMs, mostWaiting: MOST_WAITING, heapMb: HEAP_MB });
  }

  /**
   * Draws a PDF and returns its bytes. The PDFs of one contact are drawn one after another, so that no contact blocks
   * the others.
   * @throws ProblemError `busy` if too many wait or the deadline passes, `internal` for a fault
   */
  draw(pdf: QuotePdf, whose: string): Promise<Buffer> {
    return this.#mutex.run(`of ${whose}`, async () => {
      const bytes = await this.#thread.run(pdf).catch((cause: unknown) => {
        if (cause instanceof ThreadFault && cause.reason === 'full') throw new ProblemError('busy');
        if (cause instanceof ThreadFault && cause.reason === 'late')
          throw new ProblemError('busy', { detail: API_TEXTS.pdf.tooSlow });
        throw new ProblemError('internal', { cause });
      });
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
