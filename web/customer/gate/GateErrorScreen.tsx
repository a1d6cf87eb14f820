import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { isRequestFailed } from '../../api/problem.ts';
import { useInBrowser } from '../../first-view/use-in-browser.ts';
import { HOME_PATH } from '../../paths.ts';
import { ACTIONS } from '../../texts/actions.ts';
import { GATE } from '../../texts/gate.ts';
import { problemText } from '../../texts/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { PartLoading } from '../../ui/PartLoading.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
import { LinkForm } from './link-form-part.tsx';
import { earlierLink, returnToEarlierLink } from './visitor.ts';

/** "Error" as §2.2 has it, and beside it what went wrong and the ways out. */
export function GateErrorScreen({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const reference = isRequestFailed(error) ? error.problem?.requestId : undefined;
  return (
    <PageFrame narrow>
      <Tile of="plug" />
      <ScreenHeading title={GATE.error.title} />
      <p className="lead" role="alert">
        {explain(error)}
      </p>
      <Ways onRetry={onRetry} />
      <section className="block">
        <p>{GATE.error.newLink}</p>
        <Suspense fallback={<PartLoading />}>
          <LinkForm />
        </Suspense>
      </section>
      <p>
        <SellerPhone before={GATE.error.call} />
      </p>
      {reference && <p className="small">{GATE.error.reference(reference)}</p>}
    </PageFrame>
  );
}

/** A retry; and where this link replaced another one of the device, the way back to that. */
function Ways({ onRetry }: { onRetry: () => void }) {
  const navigate = useNavigate();
  const inBrowser = useInBrowser();
  if (!inBrowser || !earlierLink()) return <Button onClick={onRetry}>{ACTIONS.retry}</Button>;

  function goBack() {
    returnToEarlierLink();
    navigate(HOME_PATH, { replace: true });
  }

  return (
    <div className="button-row">
      <Button onClick={goBack}>{GATE.error.ownLink}</Button>
      <Button variant="quiet" onClick={onRetry}>
        {ACTIONS.retry}
      </Button>
    </div>
  );
}

function explain(error: Error) {
  const status = isRequestFailed(error) ? error.status : 500;
  if (status === 0) return GATE.error.noConnection;
  if (status === 429) return problemText(error);
  return status === 404 || status === 400 ? GATE.error.unknownLink : GATE.error.outage;
}
