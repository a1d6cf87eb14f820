import { useDraft } from '../../../device/use-draft.ts';

/** What is typed or chosen in the panel of a contact; null as long as nobody touched it. Stays in this tab only. */
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
