import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { dueBy, withChanges } from './lead-list.ts';
import { changesQuery, leadListQuery } from './lead-list-query.ts';

const TICK_MS = 10_000;

/**
 * The list as it was read, with what fell due and what colleagues recorded since: an idle screen shows both, and the CRM is
 * asked nothing.
 */
export function useLeadList() {
  const { data } = useQuery(leadListQuery);
  const { data: changes } = useQuery({ ...changesQuery(data?.readAt ?? ''), enabled: data !== undefined });
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return useMemo(() => data && dueBy(changes ? withChanges(data, changes) : data, nowMs), [data, changes, nowMs]);
}
