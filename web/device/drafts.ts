import { useState } from 'react';
import { type Area, readStored, removeStored, storedKeys, writeStored } from './storage.ts';

export const DRAFT_PREFIX = 'draft:';
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

interface StoredDraft<Value> {
  /** The server's value when typing began. If it differs now, somebody saved since, and the server's value wins. */
  from: string;
  value: Value;
  at: number;
}

export interface DraftPlace {
  key: string;
  /** Contact data stay in this tab's session storage; survey numbers may stay on the device for days. */
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

/** Removes abandoned drafts from the device. */
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

/** A step's draft: stored until saved, and dropped when the server has a newer value. */
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
