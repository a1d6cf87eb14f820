import { type RefObject, useCallback, useSyncExternalStore } from 'react';

/** Where in a list each item begins, and where the last one ends: one more than there are. Pixels. */
export type Edges = Float64Array;

/** The first and the one after the last of the items in view, and `beyond` more on either side. */
export function useInView(box: RefObject<HTMLElement | null>, edges: Edges, beyond: number) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const element = box.current;
      if (!element) return () => {};
      const resized = new ResizeObserver(onChange);
      resized.observe(element);
      element.addEventListener('scroll', onChange, { passive: true });
      return () => {
        resized.disconnect();
        element.removeEventListener('scroll', onChange);
      };
    },
    [box],
  );
  // As a text: it only changes when other items come into view.
  const range = useSyncExternalStore(subscribe, () => {
    // Before it is in the page, the box is taken to be as high as the window.
    const { scrollTop, clientHeight } = box.current ?? { scrollTop: 0, clientHeight: window.innerHeight };
    const first = itemAt(edges, scrollTop) - beyond;
    const last = itemAt(edges, scrollTop + clientHeight) + 1 + beyond;
    return `${Math.max(0, first)} ${Math.min(edges.length - 1, last)}`;
  });
  const [first = 0, end = 0] = range.split(' ').map(Number);
  return { first, end };
}

/** The last item that begins at or above a place. */
function itemAt(edges: Edges, place: number): number {
  let low = 0;
  let high = edges.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((edges[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Scrolls no further than it takes to have the whole item in view. */
export function bringIntoView(box: HTMLElement, edges: Edges, item: number): void {
  const [top = 0, bottom = 0] = edges.subarray(item, item + 2);
  const lowest = Math.max(box.scrollTop, bottom - box.clientHeight);
  box.scrollTop = Math.min(lowest, top);
}
