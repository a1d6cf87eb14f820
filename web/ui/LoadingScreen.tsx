import { useEffect, useState } from 'react';
import { ACTIONS } from '../texts/actions.ts';
import { SITE } from '../texts/site.ts';
import { Button } from './Button.tsx';
import { Logo } from './Logo.tsx';
import { Spinner } from './Spinner.tsx';

const SLOW_AFTER_MS = 20_000;

/** Logo, spinner and text; after 20 seconds also a retry. */
export function LoadingScreen({ onRetry }: { onRetry: () => void }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    document.title = SITE.title(ACTIONS.loading);
    if (slow) return;
    const timer = window.setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [slow]);

  function retry() {
    setSlow(false);
    onRetry();
  }

  return (
    <main className="loading">
      <Logo />
      <Spinner />
      <div role="status">
        <h1>{ACTIONS.loading}</h1>
      </div>
      {slow && (
        <div role="status">
          <p>{ACTIONS.slow}</p>
          <Button variant="quiet" onClick={retry}>
            {ACTIONS.retry}
          </Button>
        </div>
      )}
    </main>
  );
}
