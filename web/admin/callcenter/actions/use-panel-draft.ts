import { useDraft } from '../../../device/use-draft.ts';

/** What is typed or chosen in a contact's panel; null while untouched. Kept in this tab only. */
export function usePanelDraft(contactId: string, name: string) {
  const { value, change, forget } = useDraft<string | null>(
    { key: `admin-draft:${contactId}:${name}`, area: 'session' },
    null,
  );

  function clear() {
    change(null);
    forget();
  }

  return { value, change, clear };
}

export type PanelDraft = ReturnType<typeof usePanelDraft>;
