import { type RefObject, useEffect } from 'react';

/**
 * Uppy calls a file a list item, but where there is one file only it leaves out the list around it: a screen reader
 * then does not know what it stands in.
 */
export function useListRole(dashboard: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = dashboard.current;
    if (!element) return;
    const mend = () => element.querySelector('.uppy-Dashboard-files:not([role])')?.setAttribute('role', 'list');
    const observer = new MutationObserver(mend);
    observer.observe(element, { childList: true, subtree: true });
    mend();
    return () => observer.disconnect();
  }, [dashboard]);
}
