import { queryOptions } from '@tanstack/react-query';
import type { Site } from '../../bff/view-models/site.ts';
import { askBff } from './ask-bff.ts';

/** Seller and terms: the same for every visitor, so loaded once. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: ({ signal }) => askBff<Site>('/api/site', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
