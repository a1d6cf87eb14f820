import { useDeferredValue, useMemo } from 'react';
import { useStoredText } from '../../../device/use-stored-text.ts';
import { useAdminSession } from '../../gate/use-admin-session.ts';
import { valueAt } from './coded-column.ts';
import type { LeadTable } from './lead-table.ts';
import { searchLeads } from './search-leads.ts';

/** The list as it is filtered. What was searched stays in the tab, also over a new login. */
export function useShownLeads(leads: LeadTable | undefined) {
  const { ownerId } = useAdminSession();
  const [query, setQuery] = useStoredText('session', 'admin-search');
  const [mine, setMine] = useStoredText('session', 'admin-mine');
  const onlyMine = mine === '1' && ownerId !== undefined;
  const typed = useDeferredValue(query);
  const shown = useMemo(() => {
    const found = leads ? searchLeads(leads, typed) : [];
    if (!onlyMine || !leads) return found;
    return found.filter((row) => valueAt(leads.owner, row)?.id === ownerId);
  }, [typed, leads, onlyMine, ownerId]);
  return {
    /** Rows of the list. */
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
