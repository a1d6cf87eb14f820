import { useState } from 'react';
import { type Area, readStored, removeStored, storedKeys, writeStored } from './storage.ts';

export const DRAFT_PREFIX = 'draft:';
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

interface StoredDraft<Value> {
  /** The server's value when typing began: a different one now means that somebody saved since, and that wins. */
  from: string;
  value: Value;
  at: number;
}

export interface DraftPlace {
  key: string;
  /** Contact data stay in this tab's session storage; survey numbers may be kept for days. */
  area: Area;
}

export function draftKey(contactId: string, dealId: string, step: string) {
  return `${DRAFT_PREFIX}${contactId}:${dealId}:${step}`;
}

export function readDraft<Value>(place: DraftPlace, serverValue: Value, now = Date.now()): Value | undefined {
  const stored = readStored(place.area, place.key);
  if (stored === null) return undefined;
  const draft = parse<Value>(stored);
  if (draft && draft.from === JSON.stringify(serverValue) && now - draft.at < LIFETIME_MS) return draft.value;
  removeStored(place.area, place.key);
  return undefined;
}

export function writeDraft<Value>(place: DraftPlace, serverValue: Value, value: Value, now = Date.now()) {
  const draft: StoredDraft<Value> = { from: JSON.stringify(serverValue), value, at: now };
  writeStored(place.area, place.key, JSON.stringify(draft));
}

/** Drafts that nobody came back for are removed from the device. */
export function forgetOldDrafts(now = Date.now()) {
  for (const key of storedKeys('local')) {
    if (!key.startsWith(DRAFT_PREFIX)) continue;
    const draft = parse(readStored('local', key) ?? '');
    if (!draft || now - draft.at >= LIFETIME_MS) removeStored('local', key);
  }
}

export function removeDraft(place: DraftPlace) {
  removeStored(place.area, place.key);
}

function parse<Value>(stored: string): StoredDraft<Value> | undefined {
  try {
    const draft = JSON.parse(stored) as StoredDraft<Value> | null;
    return draft && typeof draft === 'object' && 'value' in draft ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** What is typed in a step: kept on the device until saved, and replaced when the server has something newer. */
export function useDraft<Value>(place: DraftPlace, serverValue: Value) {
  const from = JSON.stringify(serverValue);
  const [state, setState] = useState(() => ({ from, value: readDraft(place, serverValue) ?? serverValue }));
  let current = state;
  if (state.from !== from) {
    current = { from, value: serverValue };
    setState(current);
  }

  function change(value: Value) {
    writeDraft(place, serverValue, value);
    setState({ from, value });
  }

  return { value: current.value, change, forget: () => removeDraft(place) };
}
