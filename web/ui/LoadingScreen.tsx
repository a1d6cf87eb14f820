import { useEffect, useState } from 'react';
import { useOnline } from '../device/use-online.ts';
import { ACTIONS, SITE } from '../texts/page.ts';
import { Button } from './Button.tsx';
import { Logo } from './Logo.tsx';

/** What is loaded from the server may wait for its turn there: it has an answer, or a refusal, within 35 seconds. */
const BUSY_AFTER_MS = 2_000;
const SLOW_AFTER_MS = { queued: 38_000, other: 20_000 };

/**
 * Logo, spinner and text. What is `queued` at the server says so after two seconds, and keeps its place: a retry, which
 * would lose it, is offered when it should have been answered.
 */
export function LoadingScreen({ onRetry, queued = false }: { onRetry: () => void; queued?: boolean }) {
  const [told, setTold] = useState<string>();
  useEffect(() => {
    document.title = SITE.title(ACTIONS.loading);
    if (told === ACTIONS.slow) return;
    const [text, ms] =
      queued && !told
        ? [ACTIONS.busy, BUSY_AFTER_MS]
        : [ACTIONS.slow, queued ? SLOW_AFTER_MS.queued : SLOW_AFTER_MS.other];
    const timer = window.setTimeout(() => setTold(text), ms);
    return () => window.clearTimeout(timer);
  }, [told, queued]);

  function retry() {
    setTold(undefined);
    onRetry();
  }

  return (
    <main className="loading">
      <Logo />
      <Spinner />
      <div role="status">
        <h1>{ACTIONS.loading}</h1>
      </div>
      {told && (
        <div role="status">
          <p>{told}</p>
          {told === ACTIONS.slow && (
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
