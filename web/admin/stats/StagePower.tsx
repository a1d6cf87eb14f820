import { STATS_STAGES } from '../../../bff/view-models/choices.ts';
import type { AdminStats } from '../../../bff/view-models/stats.ts';
import { STATS } from '../../texts/admin-stats.ts';
import { formatWhole } from '../../texts/format.ts';

/** Null where the CRM does not tell. */
export function StagePower({ deals }: { deals: AdminStats['deals'] | null }) {
  return (
    <section className="admin-sheet stats-power">
      <h2>{STATS.power}</h2>
      {deals ? <PowerTable deals={deals} /> : <p className="small">{STATS.notTold}</p>}
    </section>
  );
}

function PowerTable({ deals }: { deals: AdminStats['deals'] }) {
  const most = Math.max(1, ...STATS_STAGES.map((stage) => deals[stage].kw));
  return (
    <table className="stats-table">
      <thead>
        <tr>
          <th scope="col">{STATS.stage}</th>
          <th scope="col">{STATS.kw}</th>
          <th scope="col">{STATS.kwh}</th>
          <th scope="col">{STATS.deals}</th>
        </tr>
      </thead>
      <tbody>
        {STATS_STAGES.map((stage) => (
          <tr key={stage}>
            <th scope="row">
              {stage}
              <svg className="stage-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(deals[stage].kw / most) * 100} height="4" />
              </svg>
            </th>
            <td>{STATS.kwAmount(formatWhole(deals[stage].kw))}</td>
            <td>{formatWhole(deals[stage].kwh)}</td>
            <td>{formatWhole(deals[stage].count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
