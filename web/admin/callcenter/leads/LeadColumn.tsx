import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { siteQuery } from '../../../api/site-query.ts';
import { LEADS, UNKNOWN_OF_LEADS } from '../../../texts/admin-leads.ts';
import { formatTime } from '../../../texts/format.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Dots, Skeleton } from '../../layout/Loading.tsx';
import { LoadProblem } from '../../layout/LoadProblem.tsx';
import { CrmSearch } from './CrmSearch.tsx';
import { GoToContact } from './GoToContact.tsx';
import { LeadList } from './LeadList.tsx';
import { LeadSearch } from './LeadSearch.tsx';
import type { LeadList as List } from './lead-list.ts';
import { leadListQuery } from './lead-list-query.ts';
import { MyLeads } from './MyLeads.tsx';
import type { ShownLeads } from './use-shown-leads.ts';
import './leads.css';

interface LeadColumnProps {
  list: List | undefined;
  leads: ShownLeads;
  selectedId: string | undefined;
}

/** The queue in the order of decision G1, with filters above, and what is outside it below. */
export function LeadColumn({ list, leads, selectedId }: LeadColumnProps) {
  const { dataUpdatedAt, error, refetch } = useQuery(leadListQuery);
  const { data: site } = useQuery(siteQuery);
  const { shown, asked } = leads;
  const inList = useMemo(() => new Set(asked === '' ? [] : shown.map(({ id }) => id)), [asked, shown]);
  const unread = list?.perGroup.get('unread') ?? 0;
  return (
    <section className="leads" aria-label={LEADS.title}>
      <div className="leads-head">
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
      <LeadSearch leads={leads} />
      {!list && !error && (
        <div className="lead-list lead-list-coming">
          <Dots />
          <Skeleton lines={12} />
        </div>
      )}
      {list?.unknown.map((what) => (
        <Notice key={what} tone="warning">
          <p>{UNKNOWN_OF_LEADS[what]}</p>
        </Notice>
      ))}
      {list?.known !== undefined && (
        <p className="small" role="status">
          {LEADS.incomplete(list.known)}
        </p>
      )}
      {list?.isStopped && (
        <Notice tone="warning">
          <p>{LEADS.stopped(formatTime(Date.parse(list.readAt)))}</p>
        </Notice>
      )}
      {unread > 0 && !list?.unknown.includes('call_history') && <p className="small">{LEADS.unread(unread)}</p>}
      {list && leads.shown.length > 0 && (
        <LeadList leads={leads.shown} filter={leads.filter} selectedId={selectedId} brand={site?.brand ?? ''} />
      )}
      {leads.searchError && (
        <LoadProblem error={leads.searchError} what={LEADS.searchFailed} onRetry={leads.searchAgain} />
      )}
      {list && leads.shown.length === 0 && !leads.searchError && (
        <p className="lead-none">
          {list.count === 0 ? LEADS.none : leads.searching ? LEADS.searching : LEADS.notFound}
        </p>
      )}
      {list && !leads.searching && <CrmSearch query={leads.asked} inList={inList} />}
      <div className="leads-foot">
        <p className="lead-count" role="status">
          {list && !leads.searching && LEADS.count(leads.shown.length, leads.found, list.count)}
        </p>
        <GoToContact />
      </div>
    </section>
  );
}
