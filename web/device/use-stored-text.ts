import { useState } from 'react';
import { type Area, readStored, removeStored, writeStored } from './storage.ts';

/** A text stored on the device; empty means none. */
export function useStoredText(area: Area, key: string) {
  const [text, setText] = useState(() => readStored(area, key) ?? '');

  function change(next: string) {
    if (next === '') removeStored(area, key);
    else writeStored(area, key, next);
    setText(next);
  }

  return [text, change] as const;
}
