import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { isRequestFailed } from '../../api/problem.ts';
import { DEALS_PATH } from '../../paths.ts';
import { ACTIONS, DEALS, HELP } from '../../texts/page.ts';
import { problemText } from '../../texts/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadingScreen } from '../../ui/LoadingScreen.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { useContact } from '../gate/contact-query.ts';
import { PageFrame } from '../PageFrame.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
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
  return <LoadingScreen queued onRetry={retry} help={<SellerPhone before={HELP.call} />} />;
}

function DealFailedScreen({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const unknown = isRequestFailed(error) && error.status === 404;
  return (
    <PageFrame narrow>
      <Tile of="plug" />
      <ScreenHeading title={unknown ? DEALS.unknown.title : DEALS.failed} />
      {unknown ? (
        <p className="lead">{DEALS.unknown.text}</p>
      ) : (
        <div role="alert">
          <p className="lead">{problemText(error)}</p>
          <p className="small" lang="en">
            {error.message}
          </p>
        </div>
      )}
      {!unknown && <Button onClick={onRetry}>{ACTIONS.retry}</Button>}
      <p>
        <Link className={unknown ? 'button button-primary' : undefined} to={DEALS_PATH}>
          {DEALS.unknown.list}
        </Link>
      </p>
      <p>
        <SellerPhone before={HELP.call} />
      </p>
    </PageFrame>
  );
}
