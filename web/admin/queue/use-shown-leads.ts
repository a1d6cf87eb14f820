import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { searchTextOf } from '../../../bff/view-models/lead-search.ts';
import { useStoredText } from '../../device/use-stored-text.ts';
import { useAdminSession } from '../gate/admin-session.ts';
import { isPartial, type LeadList, narrowed } from './lead-list.ts';
import { narrowedListQuery } from './lead-list-query.ts';

/** Who types on is not asked about yet. */
const TYPING_MS = 300;

/**
 * The list as it is filtered: by the page itself where it holds all of it, else by the server. What was searched stays in
 * the tab, also over a new login.
 */
export function useShownLeads(list: LeadList | undefined) {
  const { ownerId } = useAdminSession();
  const [query, setQuery] = useStoredText('session', 'admin-search');
  const [mine, setMine] = useStoredText('session', 'admin-mine');
  const onlyMine = mine === '1' && ownerId !== undefined;
  const typed = useDeferredValue(query.trim());
  const asksServer = list !== undefined && isPartial(list) && (typed !== '' || onlyMine);
  const asked = useSettled(typed, TYPING_MS);
  const found = useQuery({
    ...narrowedListQuery(asked, onlyMine),
    enabled: asksServer,
    placeholderData: keepPreviousData,
  });
  // Made when somebody searches: most lists are opened without, and a longer one is searched by the server.
  const needsTexts = typed !== '' && !asksServer;
  const texts = useMemo(() => (needsTexts && list ? list.cards.map(searchTextOf) : []), [needsTexts, list]);
  const shown = useMemo(
    () => (asksServer || !list ? [] : narrowed(list, texts, typed, onlyMine ? ownerId : undefined)),
    [asksServer, list, texts, typed, onlyMine, ownerId],
  );
  return {
    shown: asksServer ? (found.data?.cards ?? []) : shown,
    /** How many there are of what is shown, also of those that the list leaves out. */
    found: asksServer ? (found.data?.count ?? 0) : typed === '' && !onlyMine ? (list?.count ?? 0) : shown.length,
    searching: asksServer && (found.isFetching || asked !== typed),
    searchError: asksServer ? found.error : null,
    searchAgain: () => void found.refetch(),
    /** What is searched for, once nobody types on. */
    asked,
    /** What the list shown is filtered by. */
    filter: `${onlyMine} ${typed}`,
    query,
    setQuery,
    onlyMine,
    canFilterMine: ownerId !== undefined,
    setOnlyMine: (only: boolean) => setMine(only ? '1' : ''),
  };
}

export type ShownLeads = ReturnType<typeof useShownLeads>;

/** The value once it has not changed for a while. */
function useSettled(value: string, ms: number) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
