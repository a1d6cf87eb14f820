import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NextLeadAnswer } from '../../../bff/view-models/callcenter.ts';
import { searchTextOf } from '../../../bff/view-models/leads.ts';
import { withRepeats } from '../../api/query-client.ts';
import { confirmWrite, idempotencyKey } from '../../device/idempotency-key.ts';
import { useStoredText } from '../../device/use-stored-text.ts';
import { leadPath } from '../../paths.ts';
import { askAsAdmin } from '../ask-as-admin.ts';
import { unsavedDrafts } from '../desk/unsaved.ts';
import { useAdminSession } from '../gate/admin-session.ts';
import { isPartial, type LeadList, narrowed, narrowedListQuery } from './lead-list.ts';

/** Debounce: the server is not asked while the user is typing. */
const TYPING_MS = 300;

/**
 * The filtered list: filtered by the page if it holds the whole list, else by the server. The query stays in this tab,
 * even across logins.
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
  // Built only for a search in the page: most lists open without a search, and the server searches longer lists.
  const needsTexts = typed !== '' && !asksServer;
  const texts = useMemo(() => (needsTexts && list ? list.contacts.map(searchTextOf) : []), [needsTexts, list]);
  const shown = useMemo(
    () => (asksServer || !list ? [] : narrowed(list, texts, typed, onlyMine ? ownerId : undefined)),
    [asksServer, list, texts, typed, onlyMine, ownerId],
  );
  return {
    shown: asksServer ? (found.data?.contacts ?? []) : shown,
    /** Number of matches, including those beyond the loaded cards. */
    found: asksServer ? (found.data?.count ?? 0) : typed === '' && !onlyMine ? (list?.count ?? 0) : shown.length,
    searching: asksServer && (found.isFetching || asked !== typed),
    searchError: asksServer ? found.error : null,
    searchAgain: () => void found.refetch(),
    /** The debounced query. */
    asked,
    /** Identifies the filter of the list shown. */
    filter: `${onlyMine} ${typed}`,
    query,
    setQuery,
    onlyMine,
    canFilterMine: ownerId !== undefined,
    setOnlyMine: (only: boolean) => setMine(only ? '1' : ''),
  };
}

export type ShownLeads = ReturnType<typeof useShownLeads>;

/** The debounced value. */
function useSettled(value: string, ms: number) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), ms);
    return () => window.clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

const WRITE = 'next-lead';

/**
 * "Volgende lead": the server hands out a lead that nobody else has (decision I7). If the colleague left the page or
 * typed on it before the answer came, they stay: the lead remains theirs for a while, and the next press opens it.
 */
export function useNextLead(openId: string | undefined, mine: boolean) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const asking = useMutation({
    mutationFn: async () => {
      const [from, at] = [location.pathname, Date.now()];
      const contactId = await withRepeats(() => askForNext(WRITE, openId, mine));
      const isBusy = location.pathname !== from || unsavedDrafts(client, openId ?? '', at).length > 0;
      if (contactId !== null && !isBusy) void navigate(leadPath(contactId));
      return { isLate: contactId !== null && isBusy, isNobody: contactId === null };
    },
  });
  return {
    ask: () => {
      if (!asking.isPending) asking.mutate();
    },
    /** Lets the server pick the next lead while an outcome is being saved. */
    askAhead: () => {
      // Any error shows up when that lead is requested.
      askForNext(`${WRITE}-ahead`, openId, mine, true).catch(() => undefined);
    },
    pending: asking.isPending,
    /** There is nobody to call right now. */
    nobody: asking.data?.isNobody === true,
    /** It came while the colleague was busy with something else. */
    late: asking.data?.isLate === true,
    error: asking.error,
  };
}

async function askForNext(write: string, after: string | undefined, mine: boolean, ahead = false) {
  const body = { after, mine: mine || undefined, ahead: ahead || undefined };
  const ask = { method: 'POST' as const, body, idempotencyKey: idempotencyKey(write, body) };
  const { contactId } = await askAsAdmin<NextLeadAnswer>('/api/admin/callcenter/next', ask);
  confirmWrite(write);
  return contactId;
}

export type NextLead = ReturnType<typeof useNextLead>;

/** The previously open lead, for "Vorige lead". */
export function useCameFrom(openId: string | undefined): string | undefined {
  const [path, setPath] = useState<readonly string[]>(openId === undefined ? [] : [openId]);
  if (openId === undefined) return path.at(-1);
  if (path.at(-1) === openId) return path.at(-2);
  // Going back removes the last step.
  const next = path.at(-2) === openId ? path.slice(0, -1) : [...path, openId];
  setPath(next);
  return next.at(-2);
}
