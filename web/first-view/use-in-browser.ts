import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False while the server draws and while the browser takes its page over; after that true, and without such a page always. */
export function useInBrowser() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
