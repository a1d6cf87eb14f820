import { appendFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Inside Playwright's own folder of results, which is empty when a run starts. */
export const PRODUCT_LOGS = fileURLToPath(new URL('../../test-results/e2e/product-log/', import.meta.url));

/**
 * Keeps all output of this worker's product: its standard output and standard error from now on, and the lines of its
 * log, which the returned function gets at the end.
 */
export function keepProductLog(worker: number): (logged: string) => void {
  mkdirSync(PRODUCT_LOGS, { recursive: true });
  const keep = (chunk: string | Uint8Array) => appendFileSync(`${PRODUCT_LOGS}worker-${worker}.log`, chunk);
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...sent: unknown[]) => boolean;
    stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
      keep(chunk);
      return write(chunk, ...rest);
    };
  }
  return keep;
}
