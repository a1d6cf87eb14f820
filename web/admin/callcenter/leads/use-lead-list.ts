import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { dueBy } from './lead-list.ts';
import { leadListQuery } from './lead-list-query.ts';

const TICK_MS = 10_000;

/** The list as it was read, with what fell due since: an idle screen shows a callback without asking anybody. */
export function useLeadList() {
  const { data } = useQuery(leadListQuery);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return useMemo(() => data && dueBy(data, nowMs), [data, nowMs]);
}
