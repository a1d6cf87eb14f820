import { outcomeLabel } from '../../../bff/view-models/call-outcomes.ts';
import type { AdminStats, AgreedCalls as Agreed } from '../../../bff/view-models/stats.ts';
import { STATS } from '../../texts/admin-stats.ts';
import { formatMoment, formatWhole } from '../../texts/format.ts';
import { Table } from './Sheet.tsx';

/** Calls by outcome and by colleague, today and since Monday. */
export function CallsMade({ calls }: { calls: AdminStats['calls'] }) {
  if (!calls) return <p className="small">{STATS.notTold}</p>;
  const { today, week } = calls;
  if (week.byOutcome.every(({ count }) => count === 0)) return <p className="small">{STATS.noCalls}</p>;
  const row = (name: string, ofWeek: number, ofToday = 0) => ({
    name,
    cells: [formatWhole(ofToday), formatWhole(ofWeek)],
  });
  const byOutcome = week.byOutcome.map(({ outcome, count }) =>
    row(
      (outcome && outcomeLabel(outcome)) ?? STATS.otherOutcome,
      count,
      today.byOutcome.find((each) => each.outcome === outcome)?.count,
    ),
  );
  const byColleague = week.byColleague.map(({ name, count }) =>
    row(name, count, today.byColleague.find((each) => each.name === name)?.count),
  );
  return (
    <>
      {calls.since && <p className="small">{STATS.callsSince(formatMoment(calls.since))}</p>}
      <Table columns={[STATS.byOutcome, STATS.today, STATS.week]} rows={byOutcome} />
      <Table columns={[STATS.byColleague, STATS.today, STATS.week]} rows={byColleague} />
    </>
  );
}

/** Callbacks that are overdue, and those due later today. */
export function AgreedCalls({ agreed }: { agreed: readonly Agreed[] | null }) {
  if (!agreed) return <p className="small">{STATS.notTold}</p>;
  if (agreed.length === 0) return <p className="small">{STATS.noAgreed}</p>;
  return (
    <Table
      columns={[STATS.byColleague, STATS.overdue, STATS.laterToday]}
      rows={agreed.map(({ name, overdue, today }) => ({
        name: name ?? STATS.anybody,
        cells: [formatWhole(overdue), formatWhole(today)],
      }))}
    />
  );
}
