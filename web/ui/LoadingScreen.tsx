import { type ReactNode, useEffect, useState } from 'react';
import { useOnline } from '../device/use-online.ts';
import { ACTIONS, SITE } from '../texts/page.ts';
import { Button } from './Button.tsx';
import { Logo } from './Logo.tsx';

/**
 * What is loaded from the server may wait for its turn there: it has an answer, or a refusal, within 35 seconds. The
 * moments after which the next of the texts stands there; the browser begins about half a second after the press.
 */
const QUEUED_MS = [2_000, 1_500, 36_500];
const OTHER_MS = 20_000;
const BUSY = 1;
const RETRY = 3;

/**
 * Logo, spinner and text. What is `queued` at the server says so after two seconds, and keeps its place: a retry, which
 * would lose it, is offered when it should have been answered. At four seconds, when a CRM that hangs has failed nothing
 * yet, it says that it takes longer than usual, with `help`.
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
          <p>{told === BUSY ? ACTIONS.busy : told === RETRY ? ACTIONS.slow : `${ACTIONS.slow}. ${ACTIONS.goesOn}`}</p>
          {told > BUSY && help && <p>{help}</p>}
          {told === RETRY && (
            <Button variant="quiet" onClick={retry}>
              {ACTIONS.retry}
            </Button>
          )}
        </div>
      )}
    </main>
  );
}

/** In the place of a part that is being loaded; without a connection it says what it waits for. */
export function PartLoading() {
  const online = useOnline();
  return (
    <div role="status">
      <Spinner />
      {!online && <p>{ACTIONS.waitsForConnection}</p>}
    </div>
  );
}

/** The crystal, whose facets light up in turn; decoration, the text beside it says what is going on. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
