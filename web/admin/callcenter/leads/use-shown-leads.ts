import { useDeferredValue, useMemo } from 'react';
import type { LeadColumns } from '../../../../bff/view-models/callcenter.ts';
import { useStoredText } from '../../../device/use-stored-text.ts';
import { useAdminSession } from '../../gate/use-admin-session.ts';
import { valueAt } from './coded-column.ts';
import { indexLeads, searchLeads } from './search-leads.ts';

const NONE: LeadColumns['id'] = [];

/** The list as it is filtered. What was searched stays in the tab, also over a new login. */
export function useShownLeads(leads: LeadColumns | undefined) {
  const { ownerId } = useAdminSession();
  const [query, setQuery] = useStoredText('session', 'admin-search');
  const [mine, setMine] = useStoredText('session', 'admin-mine');
  const onlyMine = mine === '1' && ownerId !== undefined;
  const typed = useDeferredValue(query);
  const searching = typed.trim() !== '';
  const index = useMemo(() => (searching && leads ? indexLeads(leads) : undefined), [leads, searching]);
  const shown = useMemo(() => {
    const found = index ? searchLeads(index, typed) : [...(leads?.id ?? NONE).keys()];
    if (!onlyMine || !leads) return found;
    return found.filter((row) => valueAt(leads.owner, row)?.id === ownerId);
  }, [index, typed, leads, onlyMine, ownerId]);
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
