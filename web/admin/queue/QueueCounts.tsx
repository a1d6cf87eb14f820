import type { LeadGroup } from '../../../bff/view-models/callcenter.ts';
import { LEAD_GROUP_NAMES, LEADS } from '../../texts/admin-leads.ts';
import { formatWhole } from '../../texts/format.ts';
import type { LeadList } from './lead-list.ts';

/** Before a lead is open: how much of what is waiting, in the order of the queue. */
export function QueueCounts({ list }: { list: LeadList | undefined }) {
  const waiting = (Object.entries(LEAD_GROUP_NAMES) as [LeadGroup, string][])
    .map(([group, name]) => ({ group, name, count: list?.perGroup.get(group) ?? 0 }))
    .filter(({ count }) => count > 0);
  return (
    <div className="queue-counts">
      <svg viewBox="0 0 96 72" width="96" height="72" aria-hidden="true">
        <path d="M10 60h76M18 60V24a6 6 0 0 1 6-6h30a6 6 0 0 1 6 6v36M30 18v-6h18v6M26 30h26M26 40h26M26 50h16" />
        <path className="queue-crystal" d="m76 26 9 5v11l-9 5-9-5V31z" />
      </svg>
      {list && <p>{list.count === 0 ? LEADS.noneToChoose : LEADS.choose}</p>}
      {waiting.length > 0 && (
        <dl>
          {waiting.map(({ group, name, count }) => (
            <div key={group}>
              <dt>{name}</dt>
              <dd>{formatWhole(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
