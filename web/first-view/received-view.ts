import type { QueryClient } from '@tanstack/react-query';
import type { FirstData, FirstView } from '../../bff/view-models/first-view.ts';
import { RequestFailed } from '../api/ask-bff.ts';
import { siteQuery } from '../api/query-client.ts';
import { contactQuery, dealQuery } from '../customer/contact-and-deal.ts';
import { FLOW_PREFIX } from '../customer/survey/deal-survey-steps.ts';
import { DRAFT_PREFIX } from '../device/drafts.ts';
import { storedKeys } from '../device/storage.ts';
import { formatMoment } from '../texts/format.ts';

/** The data embedded in a server-rendered page. */
export function receivedView(): FirstView | undefined {
  const block = document.getElementById('first-view')?.textContent;
  return block ? (JSON.parse(block) as FirstView) : undefined;
}

/** Whether the device holds drafts or progress that the server does not know. */
export function keepsWork() {
  const kept = [...storedKeys('local'), ...storedKeys('session')];
  return kept.some((key) => key.startsWith(DRAFT_PREFIX) || key.startsWith(FLOW_PREFIX));
}

/** Caches the data and, for a deal, the text that says when the deal was read. */
export function fillCache(
  client: QueryClient,
  surveyHash: string,
  { site, contact, deal, refused }: FirstData,
  readAt: string,
) {
  client.setQueryData(siteQuery.queryKey, site);
  const { queryKey } = contactQuery(surveyHash);
  if (contact) client.setQueryData(queryKey, contact);
  if (deal) {
    client.setQueryData(dealQuery(deal.id).queryKey, deal);
    client.setQueryData(momentKey(client, deal.id), readAt);
  }
  if (refused) {
    const asked = client.getQueryCache().build(client, { queryKey });
    asked.setState({ status: 'error', error: new RequestFailed(404, refused) });
  }
}

/** The text that says when a deal was read. It is the server's text until the browser reads the deal again. */
export function readMoment(client: QueryClient, dealId: string) {
  const key = momentKey(client, dealId);
  return client.getQueryData<string>(key) ?? formatMoment(key[1]);
}

function momentKey(client: QueryClient, dealId: string) {
  return ['moment', client.getQueryState(dealQuery(dealId).queryKey)?.dataUpdatedAt ?? 0] as const;
}
