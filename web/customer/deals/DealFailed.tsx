import { Link } from 'react-router-dom';
import { isRequestFailed } from '../../api/problem.ts';
import { DEALS_PATH } from '../../paths.ts';
import { ACTIONS, DEAL_FAILED, HELP } from '../../texts/page.ts';
import { problemText } from '../../texts/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { SellerPhone } from '../SellerPhone.tsx';

/** A deal that does not exist, or cannot be loaded now. */
export function DealFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const unknown = isRequestFailed(error) && error.status === 404;
  return (
    <>
      <Tile of="plug" />
      <ScreenHeading title={unknown ? DEAL_FAILED.unknown : DEAL_FAILED.failed} />
      {unknown ? (
        <p className="lead">{DEAL_FAILED.replaced}</p>
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
          {DEAL_FAILED.list}
        </Link>
      </p>
      <p>
        <SellerPhone before={HELP.call} />
      </p>
    </>
  );
}
