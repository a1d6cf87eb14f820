import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { useContact } from '../gate/contact-context.ts';
import { DealFailedScreen } from './DealFailedScreen.tsx';
import { DealPage } from './DealPage.tsx';
import { fetchAhead } from './deal-parts.tsx';
import { dealQuery } from './deal-query.ts';

/** Fetches the deal of the URL; while it is missing, the logo, a spinner and the text of §2.5. */
export function DealScreen() {
  const { dealId = '', '*': rest = '' } = useParams();
  const client = useQueryClient();
  const query = dealQuery(dealId);
  const { data: deal, error } = useQuery(query);
  const { deals } = useContact();
  const status = deals.find(({ id }) => id === dealId)?.status;
  useEffect(() => {
    if (status) fetchAhead(status === 'survey' ? 'survey' : 'quote');
  }, [status]);

  function retry() {
    void client.resetQueries({ queryKey: query.queryKey });
  }

  if (deal) return <DealPage key={deal.id} deal={deal} path={rest} failedToRefresh={error !== null} />;
  if (error) return <DealFailedScreen error={error} onRetry={retry} />;
  return <LoadingScreen queued onRetry={retry} />;
}
