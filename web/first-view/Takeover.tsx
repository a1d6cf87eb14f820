import type { ReactNode } from 'react';
import { useInBrowser } from './use-in-browser.ts';

/** A page from the server can be read at once, but nothing on it works yet: until it does, no press and no letter is lost in it. */
export function Takeover({ children }: { children: ReactNode }) {
  return (
    <fieldset className="takeover" role="presentation" disabled={!useInBrowser()}>
      {children}
    </fieldset>
  );
}
