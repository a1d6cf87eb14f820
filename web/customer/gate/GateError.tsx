import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isRequestFailed } from '../../api/problem.ts';
import { useInBrowser } from '../../first-view/Takeover.tsx';
import { HOME_PATH } from '../../paths.ts';
import { ACTIONS, GATE } from '../../texts/page.ts';
import { problemText } from '../../texts/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { PartLoading } from '../../ui/LoadingScreen.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
import { LinkForm } from './gate-parts.tsx';
import { earlierLink, returnToEarlierLink } from './visitor.ts';

/** What went wrong and how to go on, best option first; "Error" (§2.2) and the message of §8 are shown small. */
export function GateError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const reference = isRequestFailed(error) ? error.problem?.requestId : undefined;
  const { cause, text } = explain(error);
  const [title, setTitle] = useState<string>();
  const isUnknown = cause === GATE.error.unknownLink.cause;
  const ways = <Ways isLast={isUnknown} onRetry={onRetry} />;
  return (
    <>
      <Tile of={isUnknown || title ? 'letter' : 'plug'} />
      {title ? (
        <ScreenHeading title={title} />
      ) : (
        <div role="alert">
          <p className="small" lang="en">
            <span>{GATE.error.title}</span> · <span>{error.message}</span>
          </p>
          <ScreenHeading title={cause} />
          <p className="lead">{text}</p>
        </div>
      )}
      {!isUnknown && !title && ways}
      <section className="block">
        {!isUnknown && !title && <p>{GATE.error.newLink}</p>}
        <Suspense fallback={<PartLoading />}>
          <LinkForm onTitle={setTitle} isSecond={!isUnknown} />
        </Suspense>
      </section>
      {isUnknown && !title && ways}
      <p>
        <SellerPhone before={GATE.error.call} />
      </p>
      {reference && <p className="small">{GATE.error.reference(reference)}</p>}
    </>
  );
}

/** A retry button, and a way back to the device's earlier link if this link replaced it. */
function Ways({ isLast, onRetry }: { isLast: boolean; onRetry: () => void }) {
  const navigate = useNavigate();
  const inBrowser = useInBrowser();
  const hasOwn = inBrowser && earlierLink() !== null;

  function goBack() {
    returnToEarlierLink();
    navigate(HOME_PATH, { replace: true });
  }

  return (
    <div className="button-row">
      {hasOwn && <Button onClick={goBack}>{GATE.error.ownLink}</Button>}
      <Button variant={hasOwn || isLast ? 'quiet' : 'primary'} onClick={onRetry}>
        {ACTIONS.retry}
      </Button>
    </div>
  );
}

function explain(error: Error) {
  const { unknownLink, noConnection, outage, tooMany } = GATE.error;
  const status = isRequestFailed(error) ? error.status : 500;
  if (status === 0) return noConnection;
  if (status === 429) return { cause: tooMany, text: problemText(error) };
  return status === 404 || status === 400 ? unknownLink : outage;
}
