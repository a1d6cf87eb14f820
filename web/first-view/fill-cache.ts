import type { QueryClient } from '@tanstack/react-query';
import type { FirstData } from '../../bff/view-models/first-view.ts';
import { RequestFailed } from '../api/problem.ts';
import { siteQuery } from '../api/site-query.ts';
import { dealQuery } from '../customer/deals/deal-query.ts';
import { contactQuery } from '../customer/gate/contact-query.ts';

/** Fills the query cache with the data that came with the page. */
export function fillCache(client: QueryClient, surveyHash: string, { site, contact, deal, refused }: FirstData) {
  client.setQueryData(siteQuery.queryKey, site);
  const { queryKey } = contactQuery(surveyHash);
  if (contact) client.setQueryData(queryKey, contact);
  if (deal) client.setQueryData(dealQuery(deal.id).queryKey, deal);
  if (refused) {
    const asked = client.getQueryCache().build(client, { queryKey });
    asked.setState({ status: 'error', error: new RequestFailed(404, refused) });
  }
}
