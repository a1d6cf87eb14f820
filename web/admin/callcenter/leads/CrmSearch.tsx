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

interface CrmSearchProps {
  query: string;
  /** Whom the list shows already. */
  inList: ReadonlySet<string>;
}

/** Who is not in the list may be in the CRM all the same: closed, signed, not to be called (decision I11). */
export function CrmSearch({ query, inList }: CrmSearchProps) {
  const { data, error, isFetching, refetch } = useQuery(searchQuery(query));
  if (query.length < LEAST) return null;
  if (error) return <LoadProblem error={error} what={LEADS.crmSearchFailed} onRetry={() => void refetch()} />;
  const others = data?.contacts.filter(({ id }) => !inList.has(id)) ?? [];
  const none = inList.size > 0 ? LEADS.crmSearchNobodyElse : LEADS.crmSearchNone;
  return (
    <div className="crm-search" role="status">
      <p>{isFetching ? LEADS.searching : others.length > 0 ? LEADS.crmSearch : none}</p>
      <ul>
        {others.map(({ id, Full_Name, Phone, state }) => (
          <li key={id}>
            <Link to={leadPath(id)}>{Full_Name ?? LEADS.nameless}</Link>{' '}
            <span className={`contact-state contact-state-${state}`}>{CONTACT_STATE_NAMES[state]}</span>
            <span className="small"> {Phone}</span>
          </li>
        ))}
      </ul>
      {data?.more && <p>{LEADS.crmSearchMore(data.contacts.length)}</p>}
      {data && others.length === 0 && <p className="small">{hintFor(query)}</p>}
    </div>
  );
}

/** What the CRM cannot be asked. */
function hintFor(query: string): string | null {
  if (/^[\d\s+()./-]+$/.test(query)) return LEADS.crmSearchNumber;
  return /^[0-9a-f]{4}-?[0-9a-f]{4}$/i.test(query) ? LEADS.crmSearchKenmerk : null;
}
