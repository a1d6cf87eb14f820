import type { FirstView } from '../../bff/view-models/first-view.ts';
import { FLOW_PREFIX } from '../customer/survey/flow-memory.ts';
import { DRAFT_PREFIX } from '../device/drafts.ts';
import { storedKeys } from '../device/storage.ts';

/** The data that the server put into the page, where it drew one. */
export function receivedView(): FirstView | undefined {
  const block = document.getElementById('first-view')?.textContent;
  return block ? (JSON.parse(block) as FirstView) : undefined;
}

/** Whether the device holds drafts or progress: then it knows more than the server. */
export function keepsWork() {
  const kept = [...storedKeys('local'), ...storedKeys('session')];
  return kept.some((key) => key.startsWith(DRAFT_PREFIX) || key.startsWith(FLOW_PREFIX));
}
