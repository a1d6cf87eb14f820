import { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { type Coql, coql } from '../../crm-contract/coql.ts';
import type { FittingPage } from '../../crm-contract/fitting-page.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { amount, count, flag, instant, lookup, text } from '../../crm-contract/shapes/tolerant.ts';
import { AVAILABLE_FOR_CUSTOMER, CLOSED_WON, VIEWED } from '../crm/schema/stages-and-tags.ts';
import type { Stages } from '../crm/stages.ts';
import { crmInstant, momentOf, wallTimeOf } from '../crm/texts/moments.ts';
import { outcomeOf } from '../crm/texts/outcome-texts.ts';
import type { Owner } from '../view-models/admin.ts';
import { type AdminStats, type CallFigures, FUNNEL_STEPS, type FunnelStep } from '../view-models/stats.ts';

const dealRow = z.object({
  Stage: text,
  survey1_approve_clicked: flag,
  tally: count,
  typed: count,
  drawn: count.optional(),
  euros: amount,
});
const callRow = z.object({ Owner: lookup, Call_Result: text, Call_Start_Time: instant });
type DealRow = z.output<typeof dealRow>;
type CallRow = z.output<typeof callRow>;

/** How many deals got how far, and what is open and won, in one CRM call; null where it is refused (decision I14). */
export async function readFunnel(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  stages: Stages,
): Promise<AdminStats['funnel']> {
  const ask = (drawn: Coql, row: typeof dealRow) =>
    crm.query(
      coql`select Stage, survey1_approve_clicked, COUNT(id) as tally, COUNT(gaikan_signature_plain) as typed${drawn},
        SUM(Amount) as euros from Deals where Stage is not null group by Stage, survey1_approve_clicked limit 200`,
      row,
      crmOptions,
    );
  // No documentation promises that a query can count the large texts; only a predecessor's signatures are drawn.
  const found = await nullIfRefused(
    crm.questions.ask(
      'large_text_by_query',
      () => ask(coql`, COUNT(survey1_signature) as drawn`, dealRow),
      () => ask(coql``, dealRow),
    ),
  );
  if (!found) return null;
  const rows = found.map((row) => ({ ...row, Stage: stages.isWon(row.Stage) ? CLOSED_WON : row.Stage }));
  const counted = (step: FunnelStep) =>
    rows.reduce((sum, row) => sum + (REACHED[step](row) ? (row.tally ?? 0) : signedIn(row)), 0);
  const euros = (isCounted: (row: DealRow) => boolean) =>
    Math.round(rows.filter(isCounted).reduce((sum, row) => sum + (row.euros ?? 0), 0) * 100) / 100;
  return {
    steps: FUNNEL_STEPS.map((step) => ({ step, count: counted(step) })),
    openEuros: euros(({ Stage }) => !stages.isClosed(Stage)),
    wonEuros: euros(isWon),
  };
}

/** By the signature, never by the stage (decision J5); where drawn ones cannot be counted, a won deal counts as signed (I3). */
const signedIn = (row: DealRow) =>
  Math.min(row.tally ?? 0, (row.typed ?? 0) + (row.drawn ?? (isWon(row) ? (row.tally ?? 0) : 0)));

/** How far a deal got by its stage; one that is signed went all the way, whatever its stage (decision J5). */
const isWon = ({ Stage }: DealRow) => Stage === CLOSED_WON;
const isApproved = (row: DealRow) => isWon(row) || (row.survey1_approve_clicked === true && isOffered(row));
const isOffered = ({ Stage }: DealRow) => Stage === AVAILABLE_FOR_CUSTOMER || Stage === VIEWED || Stage === CLOSED_WON;

const REACHED: Record<FunnelStep, (row: DealRow) => boolean> = {
  offered: isOffered,
  viewed: (row) => row.Stage === VIEWED || isApproved(row),
  approved: isApproved,
  signed: () => false,
};

/** The calls since Monday, by outcome and colleague, in one CRM call; null where it is refused (decision I14). */
export async function readCallFigures(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  owners: readonly Owner[],
  nowMs: number,
  page: FittingPage,
): Promise<AdminStats['calls']> {
  const monday = mondayOf(nowMs);
  const ask = (limit: number) =>
    crm.query(
      coql`select Owner, Call_Result, Call_Start_Time from Calls
        where (Outbound_Call_Status = 'Completed' and Call_Start_Time >= ${crmInstant(monday)})
        order by Call_Start_Time desc limit ${limit}`,
      callRow,
      crmOptions,
    );
  const read = await nullIfRefused(page.read(ask));
  if (!read) return null;
  const { rows } = read;
  const today = dayStart(nowMs);
  const isToday = ({ Call_Start_Time }: CallRow) => Date.parse(Call_Start_Time ?? '') >= today;
  return { today: figuresOf(rows.filter(isToday), owners), week: figuresOf(rows, owners) };
}

function figuresOf(rows: readonly CallRow[], owners: readonly Owner[]): CallFigures {
  const byOutcome = Map.groupBy(rows, ({ Call_Result }) => outcomeOf(Call_Result));
  const byColleague = Map.groupBy(rows, (row) => nameOf(row, owners));
  return {
    byOutcome: [...byOutcome].map(([outcome, { length }]) => ({ outcome, count: length })).sort(mostFirst),
    byColleague: [...byColleague].map(([name, { length }]) => ({ name, count: length })).sort(mostFirst),
  };
}

function nameOf({ Owner }: CallRow, owners: readonly Owner[]): string {
  return owners.find(({ id }) => id === Owner?.id)?.name ?? Owner?.name ?? '?';
}

function mostFirst(a: { count: number }, b: { count: number }): number {
  return b.count - a.count;
}

function dayStart(ms: number, daysBack = 0): number {
  const wall = wallTimeOf(ms);
  return momentOf({ ...wall, day: wall.day - daysBack, hour: 0, minute: 0 });
}

function mondayOf(ms: number): number {
  const { year, month, day } = wallTimeOf(ms);
  return dayStart(ms, (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7);
}
