import { type RefObject, useEffect } from 'react';

/** Uppy marks a file as a list item, but leaves out the list when there is only one: screen readers need it. */
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
