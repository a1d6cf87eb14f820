import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and during hydration, true afterwards; always true without server rendering. */
export function useInBrowser() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
