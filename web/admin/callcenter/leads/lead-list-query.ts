import { queryOptions } from '@tanstack/react-query';
import { LEADS_KEY } from '../../admin-queries.ts';
import { readLeadList } from './read-lead-list.ts';

const FRESH_MS = 60_000;

/** The leads in the order in which they should be called (decision G1). */
export const leadListQuery = queryOptions({
  queryKey: LEADS_KEY,
  queryFn: ({ signal }) => readLeadList(signal),
  staleTime: FRESH_MS,
  // What is packed has to be taken as it is.
  structuralSharing: false,
});
