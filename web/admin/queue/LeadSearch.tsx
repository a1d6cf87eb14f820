import { LEADS } from '../../texts/admin-leads.ts';
import type { ShownLeads } from './use-shown-leads.ts';

export const LEAD_SEARCH_ID = 'lead-search';

export function LeadSearch({ leads }: { leads: ShownLeads }) {
  return (
    <search className="lead-search">
      <label htmlFor={LEAD_SEARCH_ID}>
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
      />
    </search>
  );
}
