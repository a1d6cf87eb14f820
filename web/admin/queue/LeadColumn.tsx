import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useId, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { SearchAnswer } from '../../../bff/view-models/callcenter.ts';
import { canSearchCrm, LEAD_GROUPS, type LeadGroup } from '../../../bff/view-models/leads.ts';
import { siteQuery } from '../../api/query-client.ts';
import { leadPath } from '../../paths.ts';
import { CONTACT_STATE_NAMES, LEAD_GROUP_NAMES, LEADS, UNKNOWN_OF_LEADS } from '../../texts/admin-leads.ts';
import { formatTime, formatWhole } from '../../texts/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ADMIN_QUERIES, askAsAdmin } from '../ask-as-admin.ts';
import { Facts } from '../layout/Facts.tsx';
import { Dots, LoadProblem, Skeleton } from '../layout/Loading.tsx';
import { LeadList } from './LeadList.tsx';
import { type LeadList as List, leadListQuery } from './lead-list.ts';
import type { ShownLeads } from './use-leads.ts';
import './leads.css';

interface LeadColumnProps {
  list: List | undefined;
  leads: ShownLeads;
  selectedId: string | undefined;
  onOpen: (contactId: string) => void;
}

/** The queue in the order of decision G1. Filters are above it, search results from outside the queue below it. */
export function LeadColumn({ list, leads, selectedId, onOpen }: LeadColumnProps) {
  const { dataUpdatedAt, error, refetch } = useQuery(leadListQuery);
  const { data: site } = useQuery(siteQuery);
  const { shown, asked } = leads;
  const inList = useMemo(() => new Set(asked === '' ? [] : shown.map(({ id }) => id)), [asked, shown]);
  const unread = countOf(list, 'unread');
  return (
    <section className="leads stack" aria-label={LEADS.title}>
      <div className="row spread apart">
        <h1>{LEADS.title}</h1>
        <MyLeads leads={leads} />
      </div>
      {error && (
        <LoadProblem
          error={error}
          what={list ? LEADS.stale(formatTime(dataUpdatedAt)) : LEADS.failed}
          onRetry={() => void refetch()}
        />
      )}
      <LeadSearch leads={leads} onOpen={onOpen} />
      {!list && !error && (
        <div className="lead-list lead-list-coming sheet">
          <Dots />
          <Skeleton lines={12} />
        </div>
      )}
      {list?.unknown?.map((what) => (
        <Notice key={what} tone="warning">
          <p>{UNKNOWN_OF_LEADS[what]}</p>
        </Notice>
      ))}
      {list?.known !== undefined && (
        <p className="small" role="status">
          {LEADS.incomplete(list.known)}
        </p>
      )}
      {list?.stopped && (
        <Notice tone="warning">
          <p>{LEADS.stopped(formatTime(Date.parse(list.readAt)))}</p>
        </Notice>
      )}
      {unread > 0 && !list?.unknown?.includes('call_history') && <p className="small">{LEADS.unread(unread)}</p>}
      {list && leads.shown.length > 0 && (
        <LeadList leads={leads.shown} filter={leads.filter} selectedId={selectedId} brand={site?.brand ?? ''} />
      )}
      {leads.searchError && (
        <LoadProblem error={leads.searchError} what={LEADS.searchFailed} onRetry={leads.searchAgain} />
      )}
      {list && leads.shown.length === 0 && !leads.searchError && (
        <p className="lead-none empty">
          {list.count === 0
            ? LEADS.none
            : leads.searching
              ? LEADS.searching
              : LEADS.notFound(canSearchCrm(leads.query))}
        </p>
      )}
      {list && !leads.searching && <CrmSearch query={leads.asked} inList={inList} />}
      <div className="leads-foot row spread apart">
        <p className="small" role="status">
          {list && !leads.searching && LEADS.count(leads.shown.length, leads.found, list.count)}
        </p>
        <GoToContact onOpen={onOpen} />
      </div>
    </section>
  );
}

function GoToContact({ onOpen }: Pick<LeadColumnProps, 'onOpen'>) {
  const [id, setId] = useState('');

  function go(event: FormEvent) {
    event.preventDefault();
    const typed = id.trim();
    if (typed !== '') onOpen(typed);
  }

  return (
    <form className="go-to row" onSubmit={go}>
      <input
        className="input"
        aria-label={LEADS.goToLabel}
        placeholder={LEADS.goToPlaceholder}
        inputMode="numeric"
        autoComplete="off"
        value={id}
        onChange={(event) => setId(event.target.value)}
      />
      <Button type="submit" variant="quiet">
        {LEADS.go}
      </Button>
    </form>
  );
}

/** Filters by the current user, who is chosen in the header. */
function MyLeads({ leads }: { leads: ShownLeads }) {
  const hintId = useId();
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={leads.onlyMine}
          disabled={!leads.canFilterMine}
          aria-describedby={leads.canFilterMine ? undefined : hintId}
          onChange={(event) => leads.setOnlyMine(event.target.checked)}
        />
        {LEADS.mine}
      </label>
      {!leads.canFilterMine && (
        <p className="small my-leads-hint" id={hintId}>
          {LEADS.mineNeedsOwner}
        </p>
      )}
    </>
  );
}

function searchQuery(query: string) {
  return queryOptions({
    queryKey: [...ADMIN_QUERIES, 'search', query],
    queryFn: ({ signal }) =>
      askAsAdmin<SearchAnswer>(`/api/admin/callcenter/search?${new URLSearchParams({ q: query })}`, { signal }),
    enabled: canSearchCrm(query),
    staleTime: 30_000,
  });
}

interface CrmSearchProps {
  query: string;
  /** Contacts that the list already shows. */
  inList: ReadonlySet<string>;
}

/** Searches the whole CRM for contacts outside the list: closed, signed, or not to be called (decision I11). */
function CrmSearch({ query, inList }: CrmSearchProps) {
  const { data, error, isFetching, refetch } = useQuery(searchQuery(query));
  if (!canSearchCrm(query)) return null;
  if (error) return <LoadProblem error={error} what={LEADS.crmSearchFailed} onRetry={() => void refetch()} />;
  const others = data?.contacts.filter(({ id }) => !inList.has(id)) ?? [];
  const none = inList.size > 0 ? LEADS.crmSearchNobodyElse : LEADS.crmSearchNone;
  return (
    <div className="crm-search" role="status">
      <p>{isFetching ? LEADS.searching : others.length > 0 ? LEADS.crmSearch : none}</p>
      <ul className="stack">
        {others.map(({ id, Full_Name, Phone, state }) => (
          <li key={id}>
            <Link to={leadPath(id)}>{Full_Name ?? LEADS.nameless}</Link>{' '}
            <span className={state === 'do_not_call' ? 'small strong alarm' : 'small strong'}>
              {CONTACT_STATE_NAMES[state]}
            </span>
            <span className="small"> {Phone}</span>
          </li>
        ))}
      </ul>
      {data?.more && <p>{LEADS.crmSearchMore(data.contacts.length)}</p>}
      {data && others.length === 0 && <p className="small">{hintFor(query)}</p>}
    </div>
  );
}

/** Explains searches that the CRM cannot answer. */
function hintFor(query: string): string | null {
  if (/^[\d\s+()./-]+$/.test(query)) return LEADS.crmSearchNumber;
  return /^[0-9a-f]{4}-?[0-9a-f]{4}$/i.test(query) ? LEADS.crmSearchKenmerk : null;
}

export const LEAD_SEARCH_ID = 'lead-search';

function LeadSearch({ leads, onOpen }: Pick<LeadColumnProps, 'leads' | 'onOpen'>) {
  const client = useQueryClient();

  /** Enter opens the only hit. */
  function press({ key }: KeyboardEvent) {
    if (key !== 'Enter' || leads.query.trim() === '' || leads.searching) return;
    const inCrm = client.getQueryData(searchQuery(leads.asked).queryKey)?.contacts ?? [];
    const [only, another] = new Set([...leads.shown, ...inCrm].map(({ id }) => id));
    if (only !== undefined && another === undefined) onOpen(only);
  }

  return (
    <search className="stack gap-1">
      <label className="strong" htmlFor={LEAD_SEARCH_ID}>
        {LEADS.search} <span className="small">{LEADS.searchHint}</span>
      </label>
      <input
        id={LEAD_SEARCH_ID}
        className="input"
        type="search"
        autoComplete="off"
        maxLength={200}
        value={leads.query}
        onChange={(event) => leads.setQuery(event.target.value)}
        onKeyDown={press}
      />
    </search>
  );
}

function countOf(list: List | undefined, group: LeadGroup) {
  return list?.contacts.filter((lead) => lead.group === group).length ?? 0;
}

/** Shown while no lead is open: the number waiting per group, in queue order. */
export function QueueCounts({ list }: { list: List | undefined }) {
  const waiting = LEAD_GROUPS.map((group) => ({ group, count: countOf(list, group) })).filter(({ count }) => count > 0);
  return (
    <div className="queue-counts stack gap-4">
      <svg viewBox="0 0 96 72" width="96" height="72" aria-hidden="true">
        <path d="M10 60h76M18 60V24a6 6 0 0 1 6-6h30a6 6 0 0 1 6 6v36M30 18v-6h18v6M26 30h26M26 40h26M26 50h16" />
        <path className="queue-crystal" d="m76 26 9 5v11l-9 5-9-5V31z" />
      </svg>
      {list && <p>{list.count === 0 ? LEADS.noneToChoose : LEADS.choose}</p>}
      {waiting.length > 0 && (
        <Facts
          className="pairs"
          rows={waiting.map(({ group, count }) => ({ name: LEAD_GROUP_NAMES[group], value: formatWhole(count) }))}
        />
      )}
    </div>
  );
}
