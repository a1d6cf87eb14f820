import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { ACTIONS, SITE } from '../texts/page.ts';
import { Button } from './Button.tsx';
import { Logo } from './drawings.tsx';

/**
 * How long each text stays, in the order of the texts. The server answers or refuses a queued request within 35 seconds;
 * this screen appears about half a second after the press.
 */
const QUEUED_MS = [2_000, 1_500, 36_500];
const OTHER_MS = 20_000;
const BUSY = 1;
const RETRY = 3;

/**
 * Logo, spinner and a text that changes. For a `queued` request:
 * - after 2 seconds: other customers are being served first;
 * - after 3.5 seconds, before a hanging CRM has failed: loading takes longer than usual, with `help`;
 * - after 40 seconds, when the answer is overdue: the same, with a retry. An earlier retry would lose the request's place
 *   in the queue.
 *
 * For any other request: the text with the retry after 20 seconds.
 */
export function LoadingScreen({
  onRetry,
  queued = false,
  help,
}: {
  onRetry: () => void;
  queued?: boolean;
  help?: ReactNode;
}) {
  const [told, setTold] = useState(0);
  useEffect(() => {
    document.title = SITE.title(ACTIONS.loading);
    if (told === RETRY) return;
    const timer = window.setTimeout(() => setTold(queued ? told + 1 : RETRY), queued ? QUEUED_MS[told] : OTHER_MS);
    return () => window.clearTimeout(timer);
  }, [told, queued]);

  function retry() {
    setTold(0);
    onRetry();
  }

  return (
    <main className="loading">
      <Logo />
      <Spinner />
      <div role="status">
        <h1>{ACTIONS.loading}</h1>
      </div>
      {told > 0 && (
        <div role="status">
          <p>{told === BUSY ? ACTIONS.busy : told === RETRY ? ACTIONS.slow : `${ACTIONS.slow} ${ACTIONS.goesOn}`}</p>
          {told === RETRY && (
            <Button variant="quiet" onClick={retry}>
              {ACTIONS.retry}
            </Button>
          )}
          {told > BUSY && help}
        </div>
      )}
    </main>
  );
}

/** Fallback while a chunk loads; without a connection it says that it is waiting for one. */
export function PartLoading() {
  const online = useOnline();
  return (
    <div role="status">
      <Spinner />
      {!online && <p>{ACTIONS.waitsForConnection}</p>}
    </div>
  );
}

/** The crystal with its facets lighting up in turn. Decorative: the text beside it says what is happening. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}

/** Whether the device reports a connection; true does not guarantee one. */
export function useOnline() {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export const MINUTE_MS = 60_000;

/** Whether this time has passed since the component was first shown, or since `event` last changed. */
export function useElapsed(ms: number, event?: unknown) {
  const [hasElapsed, setElapsed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new event starts the time again.
  useEffect(() => {
    setElapsed(false);
    const timer = window.setTimeout(() => setElapsed(true), ms);
    return () => window.clearTimeout(timer);
  }, [ms, event]);
  return hasElapsed;
}
