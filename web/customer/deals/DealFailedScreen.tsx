import { Link } from 'react-router-dom';
import { isRequestFailed } from '../../api/problem.ts';
import { DEALS_PATH } from '../../paths.ts';
import { ACTIONS, DEALS, HELP } from '../../texts/page.ts';
import { problemText } from '../../texts/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { SellerPhone } from '../SellerPhone.tsx';

export function DealFailedScreen({ error, onRetry }: { error: Error; onRetry: () => void }) {
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
