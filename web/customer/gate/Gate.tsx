import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isRequestFailed } from '../../api/problem.ts';
import { useInBrowser } from '../../first-view/use-in-browser.ts';
import { HOME_PATH } from '../../paths.ts';
import { ACTIONS, GATE, HELP } from '../../texts/page.ts';
import { problemText } from '../../texts/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadingScreen, PartLoading } from '../../ui/LoadingScreen.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { SellerPhone } from '../SellerPhone.tsx';
import { ContactContext, contactQuery } from './contact-query.ts';
import { HistoryRemains, LinkForm } from './gate-parts.tsx';
import { earlierLink, keepVerified, leaveWhenForgotten, returnToEarlierLink, useVisitor, WIPED } from './visitor.ts';

/** States: no hash, loading, error, verified (§2.2). */
export function Gate({ children }: { children: ReactNode }) {
  const { surveyHash } = useVisitor();
  if (!surveyHash) return <NoLinkScreen />;
  return <VerifiedOnly surveyHash={surveyHash}>{children}</VerifiedOnly>;
}

function VerifiedOnly({ surveyHash, children }: { surveyHash: string; children: ReactNode }) {
  const client = useQueryClient();
  const query = contactQuery(surveyHash);
  const { data: contact, error } = useQuery(query);

  useEffect(leaveWhenForgotten, []);

  const isVerified = contact !== undefined;
  useEffect(() => {
    if (isVerified) keepVerified(surveyHash);
  }, [isVerified, surveyHash]);

  function retry() {
    void client.resetQueries({ queryKey: query.queryKey });
  }

  if (contact) return <ContactContext value={contact}>{children}</ContactContext>;
  if (error) return <GateErrorScreen error={error} onRetry={retry} />;
  return <LoadingScreen queued onRetry={retry} help={<SellerPhone before={HELP.call} />} />;
}

function NoLinkScreen() {
  const { state } = useLocation();
  return (
    <PageFrame narrow>
      <Tile of="letter" />
      <ScreenHeading title={GATE.noHash.title} />
      {state === WIPED && (
        <Suspense fallback={<PartLoading />}>
          <HistoryRemains />
        </Suspense>
      )}
      <p className="lead">{GATE.noHash.intro}</p>
      <Suspense fallback={<PartLoading />}>
        <LinkForm />
      </Suspense>
    </PageFrame>
  );
}

/** What went wrong and how to go on, best option first; "Error" (§2.2) and the message of §8 are shown small. */
function GateErrorScreen({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const reference = isRequestFailed(error) ? error.problem?.requestId : undefined;
  const { cause, text } = explain(error);
  const isUnknown = cause === GATE.error.unknownLink.cause;
  const ways = <Ways isLast={isUnknown} onRetry={onRetry} />;
  return (
    <PageFrame narrow>
      <Tile of={isUnknown ? 'letter' : 'plug'} />
      <div role="alert">
        <p className="small" lang="en">
          <span>{GATE.error.title}</span> · <span>{error.message}</span>
        </p>
        <ScreenHeading title={cause} />
        <p className="lead">{text}</p>
      </div>
      {!isUnknown && ways}
      <section className="block">
        {!isUnknown && <p>{GATE.error.newLink}</p>}
        <Suspense fallback={<PartLoading />}>
          <LinkForm />
        </Suspense>
      </section>
      {isUnknown && ways}
      <p>
        <SellerPhone before={GATE.error.call} />
      </p>
      {reference && <p className="small">{GATE.error.reference(reference)}</p>}
    </PageFrame>
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
