import { use, useSyncExternalStore } from 'react';
import { DRAFT_PREFIX } from '../../device/drafts.ts';
import { WRITE_PREFIX } from '../../device/idempotency-key.ts';
import { type Area, readStored, removeAllStored, removeStored, writeStored } from '../../device/storage.ts';
import { forgetKeptPhotos } from '../../device/waiting-photos.ts';
import { DrawingContext } from '../../first-view/drawing.ts';
import { FLOW_PREFIX } from '../survey/flow-memory.ts';

const HASH_KEY = 'survey_hash';
const PREVIEW_KEY = 'preview';

export interface Visitor {
  surveyHash: string | null;
  /** Staff looking at the customer's page: reads work, writes do not (decision B6). */
  preview: boolean;
}

let visitor: Visitor = { surveyHash: null, preview: false };
const listeners = new Set<() => void>();

export function currentVisitor() {
  return visitor;
}

export function subscribeToVisitor(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Who looks at this screen; on the server, for whom it is drawn. */
export function useVisitor() {
  const drawnFor = use(DrawingContext)?.visitor;
  return useSyncExternalStore(subscribeToVisitor, currentVisitor, () => drawnFor ?? visitor);
}

function become(next: Visitor) {
  visitor = next;
  for (const listener of listeners) listener();
}

/** The hash comes from the URL, else from the app's state, else from storage; then all of them know it (portal §2.2). */
export function receiveVisitor() {
  const url = new URL(window.location.href);
  const arrived = url.searchParams.get(HASH_KEY);
  const preview = isPreview(url, arrived !== null);
  // A preview leaves the customer's link in the tab only: on the computer of staff it must not outlive it.
  const area: Area = preview ? 'session' : 'local';
  const surveyHash = arrived || visitor.surveyHash || readStored(area, HASH_KEY);
  if (arrived !== null) {
    url.searchParams.delete(HASH_KEY);
    window.history.replaceState(window.history.state, '', url);
  }
  if (surveyHash) writeStored(area, HASH_KEY, surveyHash);
  become({ surveyHash, preview });
}

function isPreview(url: URL, isNewVisit: boolean) {
  if (url.searchParams.get(PREVIEW_KEY) === '1') writeStored('session', PREVIEW_KEY, '1');
  else if (isNewVisit) removeStored('session', PREVIEW_KEY);
  return readStored('session', PREVIEW_KEY) === '1';
}

/** "This is not me": the device forgets the link and everything that was typed. */
export function forgetVisitor() {
  for (const area of ['local', 'session'] as const) {
    removeStored(area, HASH_KEY);
    for (const prefix of [DRAFT_PREFIX, WRITE_PREFIX, FLOW_PREFIX]) removeAllStored(area, prefix);
  }
  removeStored('session', PREVIEW_KEY);
  // First the uploads learn that nobody is here, then there is nothing left to send.
  become({ surveyHash: null, preview: false });
  forgetKeptPhotos();
}
