import { useId } from 'react';
import { LEADS } from '../../../texts/admin-leads.ts';
import type { ShownLeads } from './use-shown-leads.ts';

export const LEAD_SEARCH_ID = 'lead-search';

export function LeadSearch({ leads, all }: { leads: ShownLeads; all: number }) {
  const hintId = useId();
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
        value={leads.query}
        onChange={(event) => leads.setQuery(event.target.value)}
      />
      <div className="lead-search-row">
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
        <p className="lead-count" role="status">
          {LEADS.count(leads.shown.length, all)}
        </p>
      </div>
      {!leads.canFilterMine && (
        <p className="small" id={hintId}>
          {LEADS.mineNeedsOwner}
        </p>
      )}
    </search>
  );
}
