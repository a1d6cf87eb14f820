import { RequestFailed } from '../../../api/problem.ts';
import { asAdmin } from '../../ask-as-admin.ts';
import type { ReadList } from './lead-list-worker.ts';
import type { LeadTable } from './lead-table.ts';

/**
 * The list, read by a worker: two megabytes on the page's own thread would keep a slow computer from answering its keys.
 * Throws as `askAsAdmin` does.
 */
export function readLeadList(signal: AbortSignal): Promise<LeadTable> {
  return asAdmin((headers) => {
    const worker = new Worker(new URL('./lead-list-worker.ts', import.meta.url), { type: 'module' });
    return new Promise<LeadTable>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ReadList>) => {
        if ('leads' in data) resolve(data.leads);
        else reject(new RequestFailed(...data.failed));
      };
      // Its script could not be had.
      worker.onerror = () => reject(new RequestFailed(0));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.postMessage(headers);
    }).finally(() => worker.terminate());
  });
}
