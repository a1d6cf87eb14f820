import type { AdminStats, AgreedCalls as Agreed, CallFigures } from '../../../bff/view-models/stats.ts';
import { OUTCOMES } from '../../texts/admin-desk.ts';
import { STATS } from '../../texts/admin-stats.ts';
import { formatMoment, formatWhole } from '../../texts/format.ts';

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
      {calls.since && <p className="small">{STATS.callsSince(formatMoment(calls.since))}</p>}
      <Figures title={STATS.byOutcome} rows={outcomes} />
      <Figures title={STATS.byColleague} rows={colleagues} />
    </>
  );
}

/** Callbacks that are overdue, and those due later today. */
export function AgreedCalls({ agreed }: { agreed: readonly Agreed[] | null }) {
  if (!agreed) return <p className="small">{STATS.notTold}</p>;
  if (agreed.length === 0) return <p className="small">{STATS.noAgreed}</p>;
  return (
    <table className="table figures">
      <thead>
        <tr>
          <th scope="col">{STATS.byColleague}</th>
          <th scope="col">{STATS.overdue}</th>
          <th scope="col">{STATS.laterToday}</th>
        </tr>
      </thead>
      <tbody>
        {agreed.map(({ name, overdue, today }) => (
          <tr key={name ?? ''}>
            <th scope="row">{name ?? STATS.anybody}</th>
            <td>{formatWhole(overdue)}</td>
            <td>{formatWhole(today)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figures({ title, rows }: { title: string; rows: { name: string; today: number; week: number }[] }) {
  return (
    <table className="table figures">
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
