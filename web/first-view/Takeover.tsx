import { type ReactNode, useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration, true afterwards; always true without server rendering. */
export function useInBrowser() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

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
