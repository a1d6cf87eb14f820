import { FLOW_PREFIX } from '../customer/survey/flow-memory.ts';
import { DRAFT_PREFIX } from '../device/drafts.ts';
import { storedKeys } from '../device/storage.ts';

/** Whether the device holds drafts or progress: then it knows more than the server. */
export function keepsWork() {
  const kept = [...storedKeys('local'), ...storedKeys('session')];
  return kept.some((key) => key.startsWith(DRAFT_PREFIX) || key.startsWith(FLOW_PREFIX));
}
