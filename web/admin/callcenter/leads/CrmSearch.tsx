import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { SearchAnswer } from '../../../../bff/view-models/callcenter.ts';
import { leadPath } from '../../../paths.ts';
import { CONTACT_STATE_NAMES, LEADS } from '../../../texts/admin-leads.ts';
import { ADMIN_QUERIES, askAsAdmin } from '../../ask-as-admin.ts';
import { LoadProblem } from '../../layout/LoadProblem.tsx';

const LEAST = 3;

function searchQuery(query: string) {
  return queryOptions({
    queryKey: [...ADMIN_QUERIES, 'search', query],
    queryFn: ({ signal }) =>
      askAsAdmin<SearchAnswer>(`/api/admin/callcenter/search?${new URLSearchParams({ q: query })}`, { signal }),
    enabled: query.length >= LEAST,
    staleTime: 30_000,
  });
}

/** Who is not in the list may be in the CRM all the same: closed, signed, not to be called (decision I11). */
export function CrmSearch({ query }: { query: string }) {
  const { data, error, isFetching, refetch } = useQuery(searchQuery(query));
  if (query.length < LEAST) return null;
  if (error) return <LoadProblem error={error} what={LEADS.crmSearchFailed} onRetry={() => void refetch()} />;
  return (
    <div className="crm-search" role="status">
      <p>{isFetching ? LEADS.searching : data?.contacts.length ? LEADS.crmSearch : LEADS.crmSearchNone}</p>
      <ul>
        {data?.contacts.map(({ id, Full_Name, Phone, state }) => (
          <li key={id}>
            <Link to={leadPath(id)}>{Full_Name ?? LEADS.nameless}</Link>{' '}
            <span className={`contact-state contact-state-${state}`}>{CONTACT_STATE_NAMES[state]}</span>
            <span className="small"> {Phone}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
