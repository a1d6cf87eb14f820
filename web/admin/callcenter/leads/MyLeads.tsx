import { useId } from 'react';
import { LEADS } from '../../../texts/admin-leads.ts';
import type { ShownLeads } from './use-shown-leads.ts';

/** Only one's own; who that is, is chosen in the header. */
export function MyLeads({ leads }: { leads: ShownLeads }) {
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
