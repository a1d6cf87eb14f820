import type { ReactNode } from 'react';
import { useInBrowser } from './use-in-browser.ts';

/**
 * A page drawn by the server can be read at once, but does not react yet: until it does, its controls are disabled, so
 * that nothing pressed or typed gets lost.
 */
export function Takeover({ children }: { children: ReactNode }) {
  return (
    <fieldset className="takeover" role="presentation" disabled={!useInBrowser()}>
      {children}
    </fieldset>
  );
}
