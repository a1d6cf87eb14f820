import { type DraftPlace, readDraft, removeDraft, useDraft } from '../../device/drafts.ts';

/** A draft of a contact's panel; null while untouched. Stored in this tab only. */
export function usePanelDraft(contactId: string, name: string) {
  const { value, change, forget } = useDraft<string | null>(placeOf(contactId, name), null);

  function clear() {
    change(null);
    forget();
  }

  return { value, change, clear };
}

export type PanelDraft = ReturnType<typeof usePanelDraft>;

/** Reads the draft of a panel that may be unmounted. */
export function typedIn(contactId: string, name: string): string {
  return (readDraft<string | null>(placeOf(contactId, name), null) ?? '').trim();
}

/** Removes the draft, unless it was edited since. */
export function forgetPanelDraft(contactId: string, name: string, saved: string) {
  if (typedIn(contactId, name) === saved) removeDraft(placeOf(contactId, name));
}

function placeOf(contactId: string, name: string): DraftPlace {
  return { key: `admin-draft:${contactId}:${name}`, area: 'session' };
}
