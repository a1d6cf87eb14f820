import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { dueBy, without } from './lead-list.ts';
import { goneQuery, leadListQuery } from './lead-list-query.ts';

const TICK_MS = 10_000;

/**
 * The list as it was read, with what fell due since and without whom a colleague closed: an idle screen shows both, and
 * the CRM is asked nothing.
 */
export function useLeadList() {
  const { data } = useQuery(leadListQuery);
  const { data: gone } = useQuery({ ...goneQuery, enabled: data !== undefined });
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return useMemo(() => data && dueBy(without(data, gone ?? []), nowMs), [data, gone, nowMs]);
}
