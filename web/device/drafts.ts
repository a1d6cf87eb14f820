import { useState } from 'react';
import { type Area, readStored, removeStored, storedKeys, writeStored } from './storage.ts';

export const DRAFT_PREFIX = 'draft:';
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

interface StoredDraft<Value> {
  /** The server's value when typing began. If it differs now, somebody saved since, and the newer value wins. */
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
  const draft = parseDraft<Value>(stored);
  const isYoung = draft && now - draft.at < LIFETIME_MS;
  const value = isYoung ? withNewer(JSON.parse(draft.from), draft.value, serverValue) : serverValue;
  if (isSame(value, serverValue)) {
    removeStored(place.area, place.key);
    return undefined;
  }
  writeDraft(place, serverValue, value, draft?.at);
  return value;
}

/** The typed value; the server's value if that changed since. A form is compared field by field (decision A3). */
function withNewer<Value>(before: Value, typed: Value, now: Value): Value {
  if (isSame(before, now)) return typed;
  if (typeof now !== 'object' || now === null) return now;
  const fields = Object.keys(now) as (keyof Value)[];
  return Object.fromEntries(fields.map((name) => [name, withNewer(before?.[name], typed?.[name], now[name])])) as Value;
}

function isSame(one: unknown, other: unknown) {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function writeDraft<Value>(place: DraftPlace, serverValue: Value, value: Value, now = Date.now()) {
  const draft: StoredDraft<Value> = { from: JSON.stringify(serverValue), value, at: now };
  // If storage is full, only memory takes the new text, and the older one must not be read.
  removeDraft(place);
  writeStored(place.area, place.key, JSON.stringify(draft));
}

/** Removes abandoned drafts from the device. */
export function forgetOldDrafts(now = Date.now()) {
  for (const key of storedKeys('local')) {
    if (!key.startsWith(DRAFT_PREFIX)) continue;
    const draft = parseDraft(readStored('local', key) ?? '');
    if (!draft || now - draft.at >= LIFETIME_MS) removeStored('local', key);
  }
}

export function removeDraft(place: DraftPlace) {
  removeStored(place.area, place.key);
}

/** Undefined for a text that is no draft. */
export function parseDraft<Value>(stored: string): StoredDraft<Value> | undefined {
  try {
    const draft = JSON.parse(stored) as StoredDraft<Value> | null;
    return draft && typeof draft === 'object' && 'value' in draft && 'from' in draft ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** A step's draft: stored until saved; where the server has a newer value, that wins (decision C2). */
export function useDraft<Value>(place: DraftPlace, serverValue: Value) {
  const from = JSON.stringify(serverValue);
  const [state, setState] = useState(() => ({ from, value: readDraft(place, serverValue) ?? serverValue }));
  let current = state;
  if (state.from !== from) {
    current = { from, value: readDraft(place, serverValue) ?? serverValue };
    setState(current);
  }

  function change(value: Value) {
    writeDraft(place, serverValue, value);
    setState({ from, value });
  }

  return { value: current.value, change, forget: () => removeDraft(place) };
}
