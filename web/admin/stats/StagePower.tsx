import { STATS_STAGES } from '../../../bff/view-models/choices.ts';
import type { AdminStats, WithoutPower } from '../../../bff/view-models/stats.ts';
import { STATS, WITHOUT_POWER_NAMES } from '../../texts/admin-stats.ts';
import { formatDay, formatWhole } from '../../texts/format.ts';

interface StagePowerProps {
  /** Null where the CRM does not tell. */
  deals: AdminStats['deals'] | null;
  /** The first day that they are complete from, while not all have been read. */
  since: string | undefined;
}

export function StagePower({ deals, since }: StagePowerProps) {
  return (
    <section className="admin-sheet stats-across stats-power">
      <h2>{STATS.power}</h2>
      {since && <p className="small">{STATS.dealsSince(formatDay(since))}</p>}
      {deals && <PowerTable deals={deals} />}
      {deals ? <PowerUnknown deals={deals} /> : <p className="small">{STATS.notTold}</p>}
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

const WITHOUT_POWER = Object.keys(WITHOUT_POWER_NAMES) as WithoutPower[];

/** Deals whose power nobody knows: to be measured, made by hand, or without a size. */
function PowerUnknown({ deals }: { deals: AdminStats['deals'] }) {
  const told = STATS_STAGES.flatMap((stage) => {
    const whys = WITHOUT_POWER.flatMap((why) => {
      const count = deals[stage].without[why] ?? 0;
      return count > 0 ? WITHOUT_POWER_NAMES[why](count) : [];
    });
    return whys.length > 0 ? `${stage}: ${whys.join(', ')}` : [];
  });
  if (told.length === 0) return null;
  return (
    <>
      <p className="small">{STATS.powerWithout}</p>
      <ul className="small">
        {told.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </>
  );
}
