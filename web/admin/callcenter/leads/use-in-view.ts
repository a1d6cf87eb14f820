import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react';

/** Where in a list each item begins, and where the last one ends: one more than there are. Pixels. */
export type Edges = Float64Array;

/** Without another jump for so long, one has arrived. */
const REST_MS = 100;

/**
 * The first and the one after the last of the items in view, and `beyond` more on either side; and whether one is jumping
 * through them, so far at a time that nothing stays in view, as by dragging the scroll bar. `height` is how high the box
 * is going to be: what is drawn first is then drawn once.
 */
export function useInView(box: RefObject<HTMLElement | null>, edges: Edges, beyond: number, height: number) {
  // As it was when it last moved: to ask the box itself would make the browser lay out the page for the answer.
  const seen = useRef({ top: 0, height, jumping: false });
  const subscribe = useCallback(
    (onChange: () => void) => {
      const element = box.current;
      if (!element) return () => {};
      let rest: ReturnType<typeof setTimeout> | undefined;
      const variant = () => {
        const { scrollTop: top, clientHeight: height } = element;
        // More than its height: a list that is hidden has none, and goes nowhere.
        const jumping = Math.abs(top - seen.current.top) > height;
        seen.current = { top, height, jumping };
        clearTimeout(rest);
        if (jumping) rest = setTimeout(variant, REST_MS);
        onChange();
      };
      const resized = new ResizeObserver(variant);
      resized.observe(element);
      element.addEventListener('scroll', variant, { passive: true });
      return () => {
        clearTimeout(rest);
        resized.disconnect();
        element.removeEventListener('scroll', variant);
      };
    },
    [box],
  );
  // As a text: it only changes when other items come into view.
  const range = useSyncExternalStore(subscribe, () => {
    const { top, height, jumping } = seen.current;
    // A list that became shorter is scrolled back by the browser, which tells so a frame later.
    const from = Math.max(0, Math.min(top, (edges.at(-1) ?? 0) - height));
    const first = itemAt(edges, from) - beyond;
    const last = itemAt(edges, from + height) + 1 + beyond;
    return `${Math.max(0, first)} ${Math.min(edges.length - 1, last)} ${jumping ? 1 : 0}`;
  });
  const [first = 0, end = 0, jumping = 0] = range.split(' ').map(Number);
  return { first, end, jumping: jumping === 1 };
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
