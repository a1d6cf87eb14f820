import { useEffect } from 'react';
import { CONTACT_PANEL } from '../../texts/admin-desk.ts';
import { usePanelState } from './use-action.ts';

interface Typed {
  text: string;
  /** The stored value when it was typed. */
  over: string;
}

/**
 * What a colleague typed or chose over a stored value. If somebody else changes the stored value, the newer one wins,
 * and what was typed is shown below it (decision I11). `untouched` is shown before anything is typed.
 */
export function useTypedValue(contactId: string, name: string, stored: string, untouched = stored) {
  const draft = usePanelState<Typed | null>(contactId, name, null);
  const isOvertaken = draft.value !== null && draft.value.over !== stored;
  const text = draft.value?.text;
  const typed = isOvertaken ? undefined : text;
  const isDone = isOvertaken && text === stored;
  useEffect(() => {
    if (isDone) draft.clear();
  });
  const isUntouched = (next: string) => next === untouched && (next === '' || stored === '' || stored === next);
  return {
    name,
    value: typed ?? untouched,
    isTyped: typed !== undefined,
    overtaken: isOvertaken && !isDone ? text : undefined,
    change: (next: string) => draft.change(isUntouched(next) ? null : { text: next, over: stored }),
    clear: draft.clear,
  };
}

/** What was typed before somebody else changed the value. */
export function Overtaken({ typed }: { typed: string | undefined }) {
  if (typed === undefined) return null;
  return (
    <span className="alarm" role="status">
      {CONTACT_PANEL.detailOvertaken(typed)}
    </span>
  );
}
