import type { ReactNode } from 'react';
import { useInBrowser } from './use-in-browser.ts';

/**
 * A server-rendered page is readable at once but not yet interactive: its controls are disabled until hydration, so
 * that no press or input is lost.
 */
export function Takeover({ children }: { children: ReactNode }) {
  return (
    <fieldset className="takeover" role="presentation" disabled={!useInBrowser()}>
      {children}
    </fieldset>
  );
}
