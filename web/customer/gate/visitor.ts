import { use, useSyncExternalStore } from 'react';
import { type Ask, askBff } from '../../api/ask-bff.ts';
import { DRAFT_PREFIX } from '../../device/drafts.ts';
import { newKey, WRITE_PREFIX } from '../../device/idempotency-key.ts';
import {
  ASKED_PREFIX,
  forgetKeptPhotos,
  readStored,
  removeAllStored,
  removeStored,
  writeStored,
} from '../../device/storage.ts';
import { createStore } from '../../device/store.ts';
import { DrawingContext } from '../../first-view/drawing.tsx';
import { HOME_PATH } from '../../paths.ts';
import { FLOW_PREFIX } from '../survey/deal-survey-steps.ts';

/** In local storage the device's link, the last verified one (decision I6); in session storage the tab's own. */
const HASH_KEY = 'survey_hash';
/** Changes with every "this is not me", so that a tab which was not running forgets its own link too. */
const WIPED_KEY = 'survey_hash_wiped';
const PREVIEW_KEY = 'preview';

interface Visitor {
  surveyHash: string | null;
  /** True for staff viewing the customer's page: reads work, writes do not (decision B6). */
  preview: boolean;
}

/** History state of the page after "Bent u niet …?"; survives a reload. */
export const WIPED = 'wiped';

const visitor = createStore<Visitor>({ surveyHash: null, preview: false });
export const { current: currentVisitor, subscribe: subscribeToVisitor } = visitor;

/** The current visitor; on the server, the visitor the page is rendered for. */
export function useVisitor() {
  const drawnFor = use(DrawingContext)?.visitor;
  return useSyncExternalStore(subscribeToVisitor, currentVisitor, () => drawnFor ?? currentVisitor());
}

/** The hash comes from the URL, else from the app's state or its tab, else from the device's storage (§2.2). */
export function receiveVisitor() {
  const url = new URL(window.location.href);
  const arrived = url.searchParams.get(HASH_KEY);
  const preview = receivePreview(url, arrived !== null);
  const surveyHash = arrived || currentVisitor().surveyHash || keptLink(preview);
  if (arrived !== null) {
    url.searchParams.delete(HASH_KEY);
    window.history.replaceState(window.history.state, '', url);
  }
  // "This is not me" was pressed in another tab while this one was not running.
  if (!surveyHash || isWiped()) removeAllStored('session', DRAFT_PREFIX);
  if (surveyHash) keepInTab(surveyHash);
  // A preview keeps the customer's link in this tab only: it must not stay on a colleague's computer.
  if (surveyHash && !preview && !readStored('local', HASH_KEY)) writeStored('local', HASH_KEY, surveyHash);
  visitor.become({ surveyHash, preview });
}

function keepInTab(surveyHash: string) {
  writeStored('session', HASH_KEY, surveyHash);
  writeStored('session', WIPED_KEY, readStored('local', WIPED_KEY) ?? '');
}

/** Whether the device was cleared since this tab kept its link. */
function isWiped() {
  return (readStored('session', WIPED_KEY) ?? '') !== (readStored('local', WIPED_KEY) ?? '');
}

/** Stores a verified link as the device's own. */
export function keepVerified(surveyHash: string) {
  const open = currentVisitor();
  if (!open.preview && surveyHash === open.surveyHash) writeStored('local', HASH_KEY, surveyHash);
}

/** The device's previous link, if another one is open now. */
export function earlierLink() {
  const open = currentVisitor();
  const known = open.preview ? null : readStored('local', HASH_KEY);
  return known === open.surveyHash ? null : known;
}

export function returnToEarlierLink() {
  const surveyHash = earlierLink();
  if (!surveyHash) return;
  keepInTab(surveyHash);
  visitor.become({ surveyHash, preview: false });
}

function receivePreview(url: URL, isNewVisit: boolean) {
  if (url.searchParams.get(PREVIEW_KEY) === '1') writeStored('session', PREVIEW_KEY, '1');
  else if (isNewVisit) removeStored('session', PREVIEW_KEY);
  return readStored('session', PREVIEW_KEY) === '1';
}

/** "This is not me": the device forgets the link and all drafts. */
export function forgetVisitor() {
  for (const area of ['local', 'session'] as const) {
    removeStored(area, HASH_KEY);
    for (const prefix of [DRAFT_PREFIX, WRITE_PREFIX, FLOW_PREFIX, ASKED_PREFIX]) removeAllStored(area, prefix);
  }
  removeStored('session', PREVIEW_KEY);
  writeStored('local', WIPED_KEY, newKey());
  // Notify first, so that uploads stop before their photos are removed.
  visitor.become({ surveyHash: null, preview: false });
  forgetKeptPhotos();
}

/** The link that reloading this tab would use. Its own is gone once the device has none, or was cleared since. */
function keptLink(preview: boolean) {
  const own = readStored('session', HASH_KEY);
  const known = readStored('local', HASH_KEY);
  return preview || (known && own && !isWiped()) ? own : known;
}

/**
 * Leaves the customer's screens once the device forgot their link: in another tab, or while this page was in the
 * back/forward cache.
 */
export function leaveWhenForgotten() {
  const leaveIfForgotten = () => {
    const open = currentVisitor();
    const kept = keptLink(open.preview);
    if (kept === open.surveyHash) return;
    if (kept === null) forgetVisitor();
    window.location.replace(HOME_PATH);
  };
  const followOtherTabs = ({ key }: StorageEvent) => {
    if (key === HASH_KEY || key === null) leaveIfForgotten();
  };
  const followReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted) leaveIfForgotten();
  };
  window.addEventListener('storage', followOtherTabs);
  window.addEventListener('pageshow', followReturn);
  return () => {
    window.removeEventListener('storage', followOtherTabs);
    window.removeEventListener('pageshow', followReturn);
  };
}

interface CustomerAsk extends Omit<Ask, 'headers'> {
  /** Identifies one write, so that the server recognises a retry. */
  idempotencyKey?: string;
}

/** Sends the survey hash with every customer call (§6). */
export function askAsCustomer<Answer>(path: string, { idempotencyKey, ...ask }: CustomerAsk = {}) {
  const { surveyHash, preview } = currentVisitor();
  const headers: Record<string, string> = { 'x-survey-hash': surveyHash ?? '' };
  if (preview) headers['x-preview'] = '1';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  return askBff<Answer>(path, { ...ask, headers });
}
