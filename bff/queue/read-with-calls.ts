import type { z } from 'zod';
import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql, recordId } from '../../crm-contract/coql.ts';
import { nullIfRefused } from '../../crm-contract/questions.ts';
import { callShape } from '../../crm-contract/shapes/activities.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';
import { type Lead, type LeadReadContext, readLead } from './read-lead.ts';

const callRow = callShape.omit({ Description: true, Call_Duration: true, Created_Time: true });
export type CallRow = z.output<typeof callRow>;

/** One credit, and more than anybody is called. */
const MOST = 200;

/** A lead, and the calls as they were asked for at the same moment; undefined where nobody asked. */
export interface LeadWithCalls {
  lead: Lead;
  /** Null where the CRM refuses them. */
  calls?: Promise<CallRow[] | null>;
}

/** Panel and timeline share it: the timeline shows the calls, and an outcome is refused where a promised one changed since. */
export async function readWithCalls(
  context: LeadReadContext,
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<LeadWithCalls> {
  const calls = beginCalls(context, crmOptions, contactId);
  return { lead: await readLead(context, crmOptions, contactId), calls };
}

/** Of a lead that is handed out: they are on their way before its panel asks. */
export function withCalls(context: LeadReadContext, crmOptions: CrmCallOptions, lead: Lead): LeadWithCalls {
  return { lead, calls: beginCalls(context, crmOptions, lead.contact.id) };
}

function beginCalls(...asked: Parameters<typeof readCallRows>): Promise<CallRow[] | null> {
  const calls = readCallRows(...asked);
  // Whoever began may have gone away, or the lead is nobody's: then nobody waits for them.
  calls.catch(() => undefined);
  return calls;
}

export function readCallRows(
  { crm }: { crm: CrmClient },
  crmOptions: CrmCallOptions,
  contactId: string,
): Promise<CallRow[] | null> {
  return nullIfRefused(
    crm.query(
      coql`select ${columns(fieldsOf(callRow))} from Calls where Who_Id = ${recordId(contactId)}
        order by id desc limit ${MOST}`,
      callRow,
      crmOptions,
    ),
  );
}
