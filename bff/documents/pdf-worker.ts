import { parentPort } from 'node:worker_threads';
import { drawPdf } from './draw-pdf.ts';
import type { QuotePdf } from './quote-pdf.ts';

// The thread that draws PDFs: receives a quote, returns its bytes. An error ends the thread, which reports it.
parentPort?.on('message', async (pdf: QuotePdf) => {
  const bytes = Uint8Array.from(await drawPdf(pdf));
  parentPort?.postMessage(bytes, [bytes.buffer]);
});
