import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../../api/site-query.ts';
import { LEADS } from '../../../texts/admin-leads.ts';
import { formatTime } from '../../../texts/format.ts';
import { Dots } from '../../layout/Dots.tsx';
import { LoadProblem } from '../../layout/LoadProblem.tsx';
import { GoToContact } from './GoToContact.tsx';
import { LeadList } from './LeadList.tsx';
import { LeadSearch } from './LeadSearch.tsx';
import { leadListQuery } from './lead-list-query.ts';
import type { ShownLeads } from './use-shown-leads.ts';

export function LeadColumn({ leads, selectedId }: { leads: ShownLeads; selectedId: string | undefined }) {
  const { data, dataUpdatedAt, error, refetch } = useQuery(leadListQuery);
  const { data: site } = useQuery(siteQuery);
  const unread = data?.filter(({ group }) => group === 'unread').length ?? 0;
  return (
    <section className="leads" aria-label={LEADS.title}>
      <h1 className="leads-title">{LEADS.title}</h1>
      <GoToContact />
      {error && (
        <LoadProblem
          error={error}
          what={data ? LEADS.stale(formatTime(dataUpdatedAt)) : LEADS.failed}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Dots />}
      {data && (
        <>
          <LeadSearch leads={leads} all={data.length} />
          {unread > 0 && <p className="small">{LEADS.unread(unread)}</p>}
          {leads.shown.length > 0 && <LeadList leads={leads.shown} selectedId={selectedId} brand={site?.brand ?? ''} />}
          {leads.shown.length === 0 && <p className="lead-none">{data.length === 0 ? LEADS.none : LEADS.notFound}</p>}
        </>
      )}
    </section>
  );
}
