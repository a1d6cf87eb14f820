import { useDeferredValue, useMemo } from 'react';
import type { LeadCard } from '../../../../bff/view-models/callcenter.ts';
import { useStoredText } from '../../../device/use-stored-text.ts';
import { useAdminSession } from '../../gate/use-admin-session.ts';
import { indexLeads, searchLeads } from './search-leads.ts';

const NONE: readonly LeadCard[] = [];

/** The list as it is filtered. What was searched stays in the tab, also over a new login. */
export function useShownLeads(leads: readonly LeadCard[] = NONE) {
  const { ownerId } = useAdminSession();
  const [query, setQuery] = useStoredText('session', 'admin-search');
  const [mine, setMine] = useStoredText('session', 'admin-mine');
  const onlyMine = mine === '1' && ownerId !== undefined;
  const typed = useDeferredValue(query);
  const searching = typed.trim() !== '';
  const index = useMemo(() => (searching ? indexLeads(leads) : undefined), [leads, searching]);
  const shown = useMemo(() => {
    const found = index ? searchLeads(index, typed) : leads;
    return onlyMine ? found.filter((lead) => lead.owner?.id === ownerId) : found;
  }, [index, typed, leads, onlyMine, ownerId]);
  return {
    shown,
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
