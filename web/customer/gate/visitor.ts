import { use, useSyncExternalStore } from 'react';
import { type Ask, askBff } from '../../api/ask-bff.ts';
import { DRAFT_PREFIX } from '../../device/drafts.ts';
import { WRITE_PREFIX } from '../../device/idempotency-key.ts';
import {
  type Area,
  ASKED_PREFIX,
  forgetKeptPhotos,
  readStored,
  removeAllStored,
  removeStored,
  writeStored,
} from '../../device/storage.ts';
import { DrawingContext } from '../../first-view/drawing.tsx';
import { HOME_PATH } from '../../paths.ts';
import { FLOW_PREFIX } from '../survey/deal-survey-steps.ts';

const HASH_KEY = 'survey_hash';
/** If the device already has a link, a new one stays in its tab until verified (decision I6). */
const ARRIVED_KEY = 'survey_hash_arrived';
const PREVIEW_KEY = 'preview';

export interface Visitor {
  surveyHash: string | null;
  /** True for staff viewing the customer's page: reads work, writes do not (decision B6). */
  preview: boolean;
}

/** History state of the page after "Bent u niet …?"; survives a reload. */
export const WIPED = 'wiped';

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

/** The current visitor; on the server, the visitor the page is rendered for. */
export function useVisitor() {
  const drawnFor = use(DrawingContext)?.visitor;
  return useSyncExternalStore(subscribeToVisitor, currentVisitor, () => drawnFor ?? visitor);
}

function become(next: Visitor) {
  visitor = next;
  for (const listener of listeners) listener();
}

/** The hash comes from the URL, else from the app's state, else from storage (§2.2). */
export function receiveVisitor() {
  const url = new URL(window.location.href);
  const arrived = url.searchParams.get(HASH_KEY);
  const preview = isPreview(url, arrived !== null);
  // A preview keeps the customer's link in this tab only: it must not stay on a colleague's computer.
  const area: Area = preview ? 'session' : 'local';
  const waiting = preview ? null : readStored('session', ARRIVED_KEY);
  const surveyHash = arrived || visitor.surveyHash || waiting || readStored(area, HASH_KEY);
  if (arrived !== null) {
    url.searchParams.delete(HASH_KEY);
    window.history.replaceState(window.history.state, '', url);
  }
  const known = readStored(area, HASH_KEY);
  if (surveyHash && (preview || !known)) writeStored(area, HASH_KEY, surveyHash);
  else if (surveyHash && surveyHash !== known) writeStored('session', ARRIVED_KEY, surveyHash);
  else removeStored('session', ARRIVED_KEY);
  // "This is not me" was pressed in another tab while this one was not running.
  if (!surveyHash) removeAllStored('session', DRAFT_PREFIX);
  become({ surveyHash, preview });
}

/** Stores a verified link as the device's own. */
export function keepVerified(surveyHash: string) {
  if (visitor.preview || surveyHash !== visitor.surveyHash) return;
  writeStored('local', HASH_KEY, surveyHash);
  removeStored('session', ARRIVED_KEY);
}

/** The device's previous link, if another one is open now. */
export function earlierLink() {
  const known = visitor.preview ? null : readStored('local', HASH_KEY);
  return known === visitor.surveyHash ? null : known;
}

export function returnToEarlierLink() {
  const surveyHash = earlierLink();
  if (!surveyHash) return;
  removeStored('session', ARRIVED_KEY);
  become({ surveyHash, preview: false });
}

function isPreview(url: URL, isNewVisit: boolean) {
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
  removeStored('session', ARRIVED_KEY);
  // Notify first, so that uploads stop before their photos are removed.
  become({ surveyHash: null, preview: false });
  forgetKeptPhotos();
}

/** The link that reloading this tab would use. */
function keptLink() {
  if (visitor.preview) return readStored('session', HASH_KEY);
  return readStored('session', ARRIVED_KEY) ?? readStored('local', HASH_KEY);
}

/**
 * Leaves the customer's screens once the device forgot their link: in another tab, or while this page was in the
 * back/forward cache.
 */
export function leaveWhenForgotten() {
  const leave = () => {
    if (keptLink() === null) forgetVisitor();
    window.location.replace(HOME_PATH);
  };
  const followOtherTabs = ({ key }: StorageEvent) => {
    if ((key === HASH_KEY || key === null) && visitor.surveyHash && keptLink() === null) leave();
  };
  const followReturn = ({ persisted }: PageTransitionEvent) => {
    if (persisted && visitor.surveyHash !== keptLink()) leave();
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
