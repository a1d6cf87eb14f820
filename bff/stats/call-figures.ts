import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CHEAPEST_PAGE, coql, FittingPage, LARGEST_PAGE, oneOf, recordId } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { callShape, isOpenCall, OPEN_CALLS } from '../../crm-contract/shapes/activities.ts';
import { count } from '../../crm-contract/shapes/read-record.ts';
import { crmInstant, momentOf, wallTimeOf, weekdayOf } from '../crm/texts/moments-and-euros.ts';
import { outcomeOf } from '../crm/texts/outcome-texts.ts';
import { NO_OUTCOMES, OUTCOMES } from '../view-models/call-outcomes.ts';
import type { Owner } from '../view-models/colleagues.ts';
import type { AdminStats, AgreedCalls, CallFigures, ColleagueFigures, LossReason } from '../view-models/stats.ts';

const callRow = callShape.pick({ Owner: true, Call_Result: true, Call_Start_Time: true, Outbound_Call_Status: true });
type CallRow = z.output<typeof callRow>;
const tallyRow = callShape.pick({ Owner: true, Call_Result: true }).extend({ tally: count });
const overdueRow = tallyRow.omit({ Call_Result: true });
const lossRow = callShape.pick({ id: true, What_Id: true, Call_Result: true, Call_Start_Time: true });

interface Asker {
  crm: CrmClient;
  crmOptions: CrmCallOptions;
  owners: readonly Owner[];
  nowMs: number;
  /** Calls owned by the API user belong to nobody. */
  portalUserId?: string | null;
}

/**
 * The calls since Monday by outcome and colleague, and scheduled calls until the end of today, in one CRM call; null if
 * the CRM refuses it (decision I14). In a week with too many calls the overdue ones are beyond the page, so the CRM
 * counts them, in a second call.
 */
export async function readCallFigures(asker: Asker, page: FittingPage): Promise<AdminStats['calls']> {
  const { crm, crmOptions, owners, nowMs } = asker;
  const tomorrow = crmInstant(dayStart(nowMs, -1));
  const ask = (limit: number) =>
    crm.query(
      coql`select Owner, Call_Result, Call_Start_Time, Outbound_Call_Status from Calls
        where ((Outbound_Call_Status = 'Completed' and Call_Start_Time >= ${crmInstant(mondayOf(nowMs))})
          or (Outbound_Call_Status in ${oneOf(OPEN_CALLS)} and Call_Start_Time < ${tomorrow}))
        order by Call_Start_Time desc limit ${limit}`,
      callRow,
      crmOptions,
    );
  const read = await nullIfRefused(page.read(ask));
  if (!read) return null;
  const made = read.rows.filter((row) => !isOpenCall(row));
  const today = dayStart(nowMs);
  const since = read.rows.at(-1)?.Call_Start_Time ?? crmInstant(nowMs);
  const overdue = read.isCut ? await readOverdue(asker) : null;
  return {
    today: figuresOf(
      made.filter((row) => startOf(row) >= today),
      owners,
    ),
    week: figuresOf(made, owners),
    agreed: agreedOf(read.rows.filter(isOpenCall), overdue, owners, nowMs),
    ...(read.isCut && { since }),
  };
}

const startOf = ({ Call_Start_Time }: Pick<CallRow, 'Call_Start_Time'>) => Date.parse(Call_Start_Time ?? '');

function figuresOf(rows: readonly CallRow[], owners: readonly Owner[]): CallFigures {
  const byOutcome = Map.groupBy(rows, ({ Call_Result }) => outcomeOf(Call_Result));
  const byColleague = Map.groupBy(rows, (row) => nameOf(row, owners));
  return {
    byOutcome: [...byOutcome].map(([outcome, { length }]) => ({ outcome, count: length })).sort(mostFirst),
    byColleague: [...byColleague].map(([name, { length }]) => ({ name, count: length })).sort(mostFirst),
  };
}

/** A scheduled call owned by the API user is for anybody. `counted` are the overdue calls, if the CRM counted them. */
function agreedOf(
  rows: readonly CallRow[],
  counted: readonly z.output<typeof overdueRow>[] | null,
  owners: readonly Owner[],
  nowMs: number,
): AgreedCalls[] {
  const agreed = new Map<string | null, AgreedCalls>();
  const add = (Owner: CallRow['Owner'], field: 'overdue' | 'today', calls: number) => {
    const name = owners.find(({ id }) => id === Owner?.id)?.name ?? null;
    const known = agreed.get(name) ?? { name, overdue: 0, today: 0 };
    agreed.set(name, { ...known, [field]: known[field] + calls });
  };
  const isOverdue = (call: CallRow) => startOf(call) < nowMs;
  for (const call of rows) {
    if (!isOverdue(call)) add(call.Owner, 'today', 1);
    else if (counted === null) add(call.Owner, 'overdue', 1);
  }
  for (const { Owner, tally } of counted ?? []) add(Owner, 'overdue', tally ?? 0);
  return [...agreed.values()].sort((a, b) => b.overdue - a.overdue || b.today - a.today);
}

/** The overdue scheduled calls by owner; null if the CRM refuses to count them. */
function readOverdue({ crm, crmOptions, nowMs }: Asker) {
  return nullIfRefused(
    crm.query(
      coql`select Owner, COUNT(id) as tally from Calls where (Outbound_Call_Status in ${oneOf(OPEN_CALLS)}
        and Call_Start_Time < ${crmInstant(nowMs)}) group by Owner limit ${CHEAPEST_PAGE}`,
      overdueRow,
      crmOptions,
    ),
  );
}

interface Days {
  /** `yyyy-MM-dd` */
  from: string;
  to: string;
}

/**
 * The calls of a period per colleague, counted by the CRM, so that none is missing; null if the CRM refuses. Together
 * with the overdue scheduled calls of the colleagues, this takes two CRM calls.
 */
export async function readColleagues(asker: Asker, days: Days): Promise<ColleagueFigures[] | null> {
  const { crm, crmOptions, owners, portalUserId } = asker;
  const made = coql`(Outbound_Call_Status = 'Completed' and (Call_Start_Time >= ${startOfDay(days.from)}
    and Call_Start_Time < ${startOfDay(days.to, 1)}))`;
  const [tallies, overdue] = await Promise.all([
    nullIfRefused(
      new FittingPage(CHEAPEST_PAGE).read((limit) =>
        crm.query(
          coql`select Owner, Call_Result, COUNT(id) as tally from Calls where ${made} group by Owner, Call_Result
            limit ${limit}`,
          tallyRow,
          crmOptions,
        ),
      ),
    ),
    readOverdue(asker),
  ]);
  if (!tallies) return null;
  const byName = new Map<string | null, ColleagueFigures>();
  const of = (row: { Owner: CallRow['Owner'] }) => {
    const name = row.Owner && row.Owner.id === portalUserId ? null : nameOf(row, owners);
    const known = byName.get(name) ?? { name, calls: 0, byOutcome: {}, overdue: overdue ? 0 : null };
    byName.set(name, known);
    return known;
  };
  for (const row of tallies.rows) {
    const colleague = of(row);
    const outcome = outcomeOf(row.Call_Result) ?? 'other';
    const tally = row.tally ?? 0;
    colleague.calls += tally;
    colleague.byOutcome[outcome] = (colleague.byOutcome[outcome] ?? 0) + tally;
  }
  for (const row of overdue ?? []) {
    const colleague = of(row);
    colleague.overdue = (colleague.overdue ?? 0) + (row.tally ?? 0);
  }
  return [...byName.values()].sort((a, b) => b.calls - a.calls || (b.overdue ?? 0) - (a.overdue ?? 0));
}

/** More than a period of any team needs. */
const MOST_PAGES = 10;

/**
 * For each deal, the reason in the last call that lost it, since a given day. Takes one CRM call for each 2,000 such
 * calls. Null if the CRM refuses, or if there are too many such calls.
 */
export async function readSaidReasons(
  { crm, crmOptions }: Pick<Asker, 'crm' | 'crmOptions'>,
  from: string,
): Promise<Map<string, LossReason> | null> {
  const labels = NO_OUTCOMES.map((outcome) => OUTCOMES[outcome].label);
  const since = coql`(Call_Result in ${oneOf(labels)} and Call_Start_Time >= ${startOfDay(from)})`;
  const said = new Map<string, { reason: LossReason; atMs: number }>();
  for (let page = 0, where = since; page < MOST_PAGES; page += 1) {
    const rows = await nullIfRefused(
      crm.query(
        coql`select id, What_Id, Call_Result, Call_Start_Time from Calls where ${where}
          order by id desc limit ${LARGEST_PAGE}`,
        lossRow,
        crmOptions,
      ),
    );
    if (!rows) return null;
    for (const row of rows) {
      const reason = NO_OUTCOMES.find((outcome) => outcome === outcomeOf(row.Call_Result));
      if (!row.What_Id || !reason || (said.get(row.What_Id.id)?.atMs ?? 0) >= startOf(row)) continue;
      said.set(row.What_Id.id, { reason, atMs: startOf(row) });
    }
    const last = rows.at(-1);
    if (!last || rows.length < LARGEST_PAGE) return new Map([...said].map(([id, { reason }]) => [id, reason]));
    where = coql`(${since} and id < ${recordId(last.id)})`;
  }
  return null;
}

function nameOf({ Owner }: { Owner: CallRow['Owner'] }, owners: readonly Owner[]): string {
  return owners.find(({ id }) => id === Owner?.id)?.name ?? Owner?.name ?? '?';
}

function mostFirst(a: { count: number }, b: { count: number }): number {
  return b.count - a.count;
}

function startOfDay(day: string, daysOn = 0): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return crmInstant(momentOf({ year, month, day: date + daysOn, hour: 0, minute: 0 }));
}

function dayStart(ms: number, daysBack = 0): number {
  const wall = wallTimeOf(ms);
  return momentOf({ ...wall, day: wall.day - daysBack, hour: 0, minute: 0 });
}

function mondayOf(ms: number): number {
  return dayStart(ms, weekdayOf(ms) - 1);
}
