import type { QueryClient } from '@tanstack/react-query';
import { parseDraft, removeDraft } from '../../device/drafts.ts';
import { readStored, storedKeys } from '../../device/storage.ts';
import { ACTION_KEY, DRAFTS, isOutcomeUnknown, placeOf, type SavedDraft, type Sent, typedIn } from './use-action.ts';

/**
 * The drafts of a contact that nothing has saved. An action that runs, or whose outcome is unknown, holds what was typed
 * before it was sent. `since`: only what was typed after this time.
 */
export function unsavedDrafts(client: QueryClient, contactId: string, since = 0): string[] {
  const mayBeSaved = client
    .getMutationCache()
    .findAll({ mutationKey: [...ACTION_KEY, contactId] })
    .filter(({ state: { status, error } }) => status === 'pending' || isOutcomeUnknown(error))
    .map(({ state }) => state.variables as Sent);
  const start = placeOf(contactId, '').key;
  const names = storedKeys('session').flatMap((key) => (key.startsWith(start) ? key.slice(start.length) : []));
  return names.filter((name) => {
    const draft = parseDraft<unknown>(readStored('session', start + name) ?? '');
    if (!draft) return false;
    const { value, at } = draft;
    const isBlank = typeof value === 'string' && value.trim() === '';
    const isHeld = (sent: Sent) => sent.at >= at && sent.press.saves?.some((draft) => draft.name === name);
    return !isBlank && at > since && !mayBeSaved.some(isHeld);
  });
}

/** A text that is saved while its panel is left: emptied unless it was edited since. */
export function leftDraft(contactId: string, name: string): SavedDraft {
  const saved = typedIn(contactId, name);
  const clear = () => {
    if (typedIn(contactId, name) === saved) removeDraft(placeOf(contactId, name));
  };
  return { name, clear };
}

/** Whether something typed in this tab, or an action of it, is not recorded in the CRM. */
export function isWorkLeft(client: QueryClient) {
  const actions = client.getMutationCache().findAll({ mutationKey: ACTION_KEY });
  return (
    actions.some(({ state }) => state.status !== 'success') ||
    storedKeys('session').some((key) => key.startsWith(DRAFTS))
  );
}
