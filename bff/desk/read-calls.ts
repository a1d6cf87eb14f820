import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql, recordId } from '../../crm-contract/coql.ts';
import { callShape, type PhoneCall } from '../../crm-contract/shapes/activities.ts';
import { fieldsOf } from '../../crm-contract/shapes/read-record.ts';

const rowShape = callShape.omit({ Description: true });
/** Far more than anybody is called: one credit. */
const MOST = 200;
/** A press is made again within minutes; a call that is older was not left by it. */
const PRESS_MS = 24 * 60 * 60_000;

/**
 * The calls of a contact, agreed and made, newest first: one query, and one more read where a text decides. A query has no
 * texts: they are read only of recent calls, so a first call costs nothing more.
 */
export async function readCalls(
  crm: CrmClient,
  crmOptions: CrmCallOptions,
  contactId: string,
  nowMs: number,
): Promise<PhoneCall[]> {
  const rows = await crm.query(
    coql`select ${columns(fieldsOf(rowShape))} from Calls where Who_Id = ${recordId(contactId)}
      order by id desc limit ${MOST}`,
    rowShape,
    crmOptions,
  );
  const isOld = ({ Outbound_Call_Status, Call_Start_Time }: (typeof rows)[number]) =>
    Outbound_Call_Status === 'Completed' && nowMs - Date.parse(Call_Start_Time ?? '') > PRESS_MS;
  const asked = rows.filter((call) => !isOld(call)).slice(0, 100);
  const whole =
    asked.length === 0
      ? []
      : await crm.calls.readMany(
          asked.map(({ id }) => id),
          crmOptions,
        );
  return rows.flatMap((row): PhoneCall[] => {
    if (!asked.includes(row)) return [{ ...row, Description: null }];
    // One that is gone by now is left out.
    return whole.filter(({ id }) => id === row.id);
  });
}
