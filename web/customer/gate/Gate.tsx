import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isRequestFailed, isTooMany } from '../../api/ask-bff.ts';
import { part, useInBrowser } from '../../first-view/drawing.tsx';
import { HOME_PATH } from '../../paths.ts';
import { ACTIONS, GATE, NO_LINK } from '../../texts/page.ts';
import { problemText } from '../../texts/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { Tile } from '../../ui/drawings.tsx';
import { LoadingScreen, MINUTE_MS, PartLoading, useElapsed } from '../../ui/LoadingScreen.tsx';
import { ErrorCode } from '../../ui/SaveProblem.tsx';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { ContactContext, contactQuery } from '../contact-and-deal.ts';
import { CallUs } from '../Help.tsx';
import { LINK_FORM_FILE, PageFrame } from '../PageFrame.tsx';
import { earlierLink, keepVerified, leaveWhenForgotten, returnToEarlierLink, useVisitor, WIPED } from './visitor.ts';

/** Lazy-loaded: most visitors have a valid link. */
const LinkForm = part(LINK_FORM_FILE, () => import('./LinkForm.tsx'), 'LinkForm');
const HistoryRemains = part(LINK_FORM_FILE, () => import('./LinkForm.tsx'), 'HistoryRemains');

/** States: no hash, loading, error, verified (§2.2). */
export function Gate({ children }: { children: ReactNode }) {
  const { surveyHash } = useVisitor();
  if (surveyHash) return <VerifiedOnly surveyHash={surveyHash}>{children}</VerifiedOnly>;
  return (
    <PageFrame narrow>
      <NoLink />
    </PageFrame>
  );
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

  // A link that was replaced since shows no contact any more. What was typed stays in the drafts.
  const isReplaced = isRequestFailed(error) && error.code === 'unknown_link';
  if (contact && !isReplaced) return <ContactContext value={contact}>{children}</ContactContext>;
  if (error) {
    return (
      <PageFrame narrow>
        <GateError error={error} onRetry={retry} />
      </PageFrame>
    );
  }
  return <LoadingScreen queued onRetry={retry} help={<CallUs />} />;
}

/** For a visitor without a link, also after "Bent u niet …?": offers to mail it. */
function NoLink() {
  const { state } = useLocation();
  const [title, setTitle] = useState<string>();
  return (
    <>
      <Tile of="letter" />
      <ScreenHeading title={title ?? NO_LINK.title} />
      {state === WIPED && (
        <Suspense fallback={<PartLoading />}>
          <HistoryRemains />
        </Suspense>
      )}
      {!title && <p className="lead">{NO_LINK.intro}</p>}
      <Suspense fallback={<PartLoading />}>
        <LinkForm onTitle={setTitle} />
      </Suspense>
      <CallUs />
    </>
  );
}

/**
 * What went wrong, and how the visitor can continue, with the best option first. "Error" (§2.2) and the message of §8
 * are in small letters at the end. During an outage no new link is offered, because it could not help.
 */
function GateError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { cause, text } = explain(error);
  const [title, setTitle] = useState<string>();
  const isUnknown = cause === GATE.error.unknownLink.cause;
  const inBrowser = useInBrowser();
  // During an outage the tab's own link may be right: the device's link may be another person's.
  const hasOwn = isUnknown && inBrowser && earlierLink() !== null;
  // A link that the CRM does not know stays unknown: there is nothing to try again.
  const ways = (!isUnknown || hasOwn) && (
    <Ways hasOwn={hasOwn} onRetry={isUnknown ? undefined : onRetry} waits={isTooMany(error)} />
  );
  return (
    <>
      <Tile of={isUnknown || title ? 'letter' : 'plug'} />
      {title ? (
        <ScreenHeading title={title} />
      ) : (
        <div role="alert">
          <ScreenHeading title={cause} />
          <p className="lead">{text}</p>
        </div>
      )}
      {!title && ways}
      {(isUnknown || isTooMany(error)) && (
        <section className="block">
          {!isUnknown && !title && <p>{GATE.error.newLink}</p>}
          <Suspense fallback={<PartLoading />}>
            <LinkForm onTitle={setTitle} isSecond={ways !== false} />
          </Suspense>
        </section>
      )}
      <CallUs />
      {!title && <ErrorLine error={error} />}
    </>
  );
}

/** The last line of a failed screen begins with "Error" (§2.2). */
export function ErrorLine({ error }: { error: Error }) {
  return <ErrorCode error={error} title={GATE.error.title} />;
}

/**
 * A retry button if a retry may help. With `waits`, the button works only after a minute. `hasOwn` adds a button back
 * to the device's earlier link, which this link replaced.
 */
function Ways({ hasOwn, onRetry, waits }: { hasOwn: boolean; onRetry: (() => void) | undefined; waits: boolean }) {
  const hasWaited = useElapsed(MINUTE_MS);
  const navigate = useNavigate();

  function goBack() {
    returnToEarlierLink();
    navigate(HOME_PATH, { replace: true });
  }

  return (
    <div className="button-row">
      {hasOwn && (
        <>
          <p className="button-reason">{GATE.error.known}</p>
          <Button onClick={goBack}>{GATE.error.ownLink}</Button>
        </>
      )}
      {onRetry && (
        <Button
          variant={hasOwn ? 'quiet' : 'primary'}
          disabledReason={waits && !hasWaited ? GATE.error.wait : undefined}
          onClick={onRetry}
        >
          {ACTIONS.retry}
        </Button>
      )}
    </div>
  );
}

function explain(error: Error) {
  const { unknownLink, noConnection, outage, tooMany } = GATE.error;
  const status = isRequestFailed(error) ? error.status : 500;
  if (status === 0) return noConnection;
  if (isTooMany(error)) return { cause: tooMany, text: problemText(error) };
  return status === 404 || status === 400 ? unknownLink : outage;
}
