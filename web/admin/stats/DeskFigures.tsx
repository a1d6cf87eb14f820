import type { AdminStats, CallFigures } from '../../../bff/view-models/stats.ts';
import { OUTCOMES } from '../../texts/admin-actions.ts';
import { FUNNEL_NAMES, STATS } from '../../texts/admin-stats.ts';
import { formatWhole } from '../../texts/format.ts';
import { Money } from '../../ui/Money.tsx';

/** From offered to signed, each with its share of the first, and what is open and won. */
export function Funnel({ funnel }: { funnel: AdminStats['funnel'] }) {
  if (!funnel) return <p className="small">{STATS.notTold}</p>;
  const first = Math.max(1, funnel.steps[0]?.count ?? 0);
  return (
    <>
      <table className="stats-table">
        <thead>
          <tr>
            <th scope="col">{STATS.step}</th>
            <th scope="col">{STATS.deals}</th>
            <th scope="col">{STATS.share}</th>
          </tr>
        </thead>
        <tbody>
          {funnel.steps.map(({ step, count }) => (
            <tr key={step}>
              <th scope="row">
                {FUNNEL_NAMES[step]}
                <svg className="stage-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(count / first) * 100} height="4" />
                </svg>
              </th>
              <td>{formatWhole(count)}</td>
              <td>{Math.round((count / first) * 100)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="stats-value">
        <div>
          <dt>{STATS.open}</dt>
          <dd>
            <Money value={funnel.openEuros} />
          </dd>
        </div>
        <div>
          <dt>{STATS.won}</dt>
          <dd>
            <Money value={funnel.wonEuros} />
          </dd>
        </div>
      </dl>
    </>
  );
}

/** Calls by outcome and by colleague, today and since Monday. */
export function CallsMade({ calls }: { calls: AdminStats['calls'] }) {
  if (!calls) return <p className="small">{STATS.notTold}</p>;
  const outcomes = calls.week.byOutcome.map(({ outcome, count }) => ({
    name: outcome ? OUTCOMES[outcome].label : STATS.otherOutcome,
    week: count,
    today: calls.today.byOutcome.find((each) => each.outcome === outcome)?.count ?? 0,
  }));
  const colleagues = calls.week.byColleague.map(({ name, count }) => ({
    name,
    week: count,
    today: calls.today.byColleague.find((each) => each.name === name)?.count ?? 0,
  }));
  if (total(calls.week) === 0) return <p className="small">{STATS.noCalls}</p>;
  return (
    <>
      <Figures title={STATS.byOutcome} rows={outcomes} />
      <Figures title={STATS.byColleague} rows={colleagues} />
    </>
  );
}

function Figures({ title, rows }: { title: string; rows: { name: string; today: number; week: number }[] }) {
  return (
    <table className="stats-table">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{STATS.today}</th>
          <th scope="col">{STATS.week}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, today, week }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatWhole(today)}</td>
            <td>{formatWhole(week)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function total({ byOutcome }: CallFigures) {
  return byOutcome.reduce((sum, { count }) => sum + count, 0);
}
