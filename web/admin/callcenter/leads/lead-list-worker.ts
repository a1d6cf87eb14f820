import type { LeadListByColumn } from '../../../../bff/view-models/callcenter.ts';
import { askBff } from '../../../api/ask-bff.ts';
import { isRequestFailed, RequestFailed } from '../../../api/problem.ts';
import { type LeadTable, leadTable } from './lead-table.ts';

/** What the worker answers: the table, or what a `RequestFailed` is made of (an error loses its class on the way). */
export type ReadList = { leads: LeadTable } | { failed: ConstructorParameters<typeof RequestFailed> };

/** Beside the page: asks for the list with the headers it is sent, reads its megabytes, and answers with the table of it. */
self.onmessage = async ({ data: headers }: MessageEvent<Record<string, string>>) => {
  try {
    const ask = { headers: { ...headers, 'x-list': 'columns' } };
    const { result } = await askBff<LeadListByColumn>('/api/admin/callcenter', ask);
    const leads = leadTable(result.columns);
    self.postMessage({ leads } satisfies ReadList, { transfer: packedIn(leads) });
  } catch (error) {
    const { status, problem, retryAfterMs } = isRequestFailed(error) ? error : new RequestFailed(0);
    self.postMessage({ failed: [status, problem, retryAfterMs] } satisfies ReadList);
  }
};

/** What can be handed over without a copy. */
function packedIn(leads: LeadTable): ArrayBuffer[] {
  const packed = Object.values(leads).flatMap((part): ArrayBufferView[] => {
    if (typeof part !== 'object') return [];
    if (ArrayBuffer.isView(part)) return [part];
    if ('ends' in part) return [part.units, part.ends];
    return 'places' in part ? [part.places] : [];
  });
  return packed.map(({ buffer }) => buffer as ArrayBuffer);
}
