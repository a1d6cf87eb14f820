import { z } from 'zod';
import type { CallContext } from '../../crm-contract/call-context.ts';
import { coql } from '../../crm-contract/coql.ts';
import { count, instant, lookup, text } from '../../crm-contract/shapes/tolerant.ts';
import type { Context } from '../context.ts';
import { outcomeOf } from '../crm-fields/outcome-texts.ts';
import type { CallOutcome } from '../view-models/callcenter.ts';

const rowShape = z.object({
  Who_Id: lookup,
  Outbound_Call_Status: text,
  Call_Result: text,
  tally: count,
  earliest: instant,
  latest: instant,
});

/** What was called and agreed with one contact. Moments are milliseconds since the epoch. */
export interface CallHistory {
  attempts: number;
  lastOutcome: CallOutcome | null;
  lastCallAt: number | null;
  /** Agreed moments that nobody ticked off: the earliest and the latest. */
  agreed: number[];
}

const PAGE = 2000;
const MOST_PAGES = 10;

/** The calls of everybody, counted by the CRM: one row per contact, state and result instead of one per call. */
export async function readCalls({ crm }: Context, call: CallContext): Promise<Map<string, CallHistory>> {
  const histories = new Map<string, CallHistory>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const rows = await crm.query(
      coql`select Who_Id, Outbound_Call_Status, Call_Result, count(id) as tally,
        min(Call_Start_Time) as earliest, max(Call_Start_Time) as latest
        from Calls where (Who_Id is not null and Outbound_Call_Status in ('Scheduled', 'Completed'))
        group by Who_Id, Outbound_Call_Status, Call_Result limit ${PAGE} offset ${page * PAGE}`,
      rowShape,
      call,
    );
    for (const row of rows) add(histories, row);
    if (rows.length < PAGE) break;
  }
  return histories;
}

function add(histories: Map<string, CallHistory>, row: z.output<typeof rowShape>): void {
  const contactId = row.Who_Id?.id;
  const earliest = row.earliest === null ? null : Date.parse(row.earliest);
  const latest = row.latest === null ? null : Date.parse(row.latest);
  if (contactId === undefined || earliest === null || latest === null) return;
  const history = histories.get(contactId) ?? { attempts: 0, lastOutcome: null, lastCallAt: null, agreed: [] };
  if (row.Outbound_Call_Status === 'Scheduled') {
    history.agreed.push(earliest, latest);
  } else {
    history.attempts += row.tally ?? 0;
    if (latest >= (history.lastCallAt ?? 0)) {
      history.lastCallAt = latest;
      history.lastOutcome = outcomeOf(row.Call_Result);
    }
  }
  histories.set(contactId, history);
}
