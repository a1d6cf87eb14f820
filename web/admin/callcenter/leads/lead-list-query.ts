import { queryOptions } from '@tanstack/react-query';
import type { LeadListByColumn } from '../../../../bff/view-models/callcenter.ts';
import { LEADS_KEY } from '../../admin-queries.ts';
import { askAsAdmin } from '../../ask-as-admin.ts';

const FRESH_MS = 60_000;

/** The leads in the order in which they should be called (decision G1), by column. */
export const leadListQuery = queryOptions({
  queryKey: LEADS_KEY,
  queryFn: async ({ signal }) => {
    const ask = { signal, headers: { 'x-list': 'columns' }, read: readAtOnce };
    return (await askAsAdmin<LeadListByColumn>('/api/admin/callcenter', ask)).result.columns;
  },
  staleTime: FRESH_MS,
  // Comparing thousands of leads with the last ones takes longer than drawing the dozen that are in view.
  structuralSharing: false,
});

/** `json()` decodes piece by piece: of thousands of leads that is twice the work for the main thread. */
async function readAtOnce(response: Response): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await response.arrayBuffer()));
}
