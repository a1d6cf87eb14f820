import { parentPort } from 'node:worker_threads';
import { drawPdf } from './draw-pdf.ts';
import type { QuotePdf } from './quote-pdf.ts';

// The thread that draws PDFs: a quote comes in, its bytes go out. A fault ends the thread, which reports it.
parentPort?.on('message', async (pdf: QuotePdf) => {
  const bytes = Uint8Array.from(await drawPdf(pdf));
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
