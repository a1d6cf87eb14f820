import { useState } from 'react';
import { type DraftPlace, readDraft, removeDraft, writeDraft } from './drafts.ts';

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
