import type { FirstView } from '../../bff/view-models/first-view.ts';

/** The data that the server put into the page, where it drew one. */
export function receivedView(): FirstView | undefined {
  const block = document.getElementById('first-view')?.textContent;
  return block ? (JSON.parse(block) as FirstView) : undefined;
}
