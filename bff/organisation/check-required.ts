import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { columns, coql } from '../../crm-contract/coql.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { Layout } from '../../crm-contract/shapes/settings.ts';
import { recordId } from '../../crm-contract/shapes/tolerant.ts';
import { crmOptionsFor } from '../crm/call-options.ts';
import { advice, type Finding, fault } from './finding.ts';

/** What every call and task of the portal has, and every record of the CRM itself. */
const ALWAYS_WRITTEN = {
  Calls: ['Subject', 'Call_Type', 'Outbound_Call_Status', 'Call_Start_Time', 'Call_Duration', 'Owner', 'Who_Id'],
  Tasks: ['Subject', 'Status', 'Priority', 'Due_Date', 'Owner', 'Who_Id'],
  Contacts: ['Last_Name', 'Owner'],
  Deals: ['Deal_Name', 'Stage', 'Pipeline', 'Owner'],
} as const;

const SAYS_NO = {
  Calls: 'no outcome of a call is recorded: the portal leaves it empty',
  Tasks: 'colleagues get no tasks from the portal: it leaves it empty',
};

/** What a layout requires and the portal does not write: each such record is refused, `MANDATORY_NOT_FOUND`. */
export async function checkRequired(
  crm: CrmClient,
  module: keyof typeof ALWAYS_WRITTEN,
  layouts: readonly Layout[],
): Promise<Finding[]> {
  const known: readonly string[] = ALWAYS_WRITTEN[module];
  const findings: Finding[] = [];
  for (const { name: layout, required } of layouts) {
    for (const name of required.filter((each) => !known.includes(each))) {
      const is = `is required in the layout "${layout}"`;
      if (module === 'Calls' || module === 'Tasks') findings.push(fault(name, is, SAYS_NO[module]));
      else findings.push(await findingOfEmpty(crm, module, name, is));
    }
  }
  return findings;
}

/** The portal makes no contact and no deal: only those that lack the field are in its way. */
async function findingOfEmpty(
  crm: CrmClient,
  module: 'Contacts' | 'Deals',
  name: string,
  is: string,
): Promise<Finding> {
  const where = coql`${columns([name])} is null limit ${1}`;
  const query =
    module === 'Deals' ? coql`select id from Deals where ${where}` : coql`select id from Contacts where ${where}`;
  try {
    const lacking = await crm.query(query, z.object({ id: recordId }), crmOptionsFor('read'));
    if (lacking.length > 0) return fault(name, is, 'there are records without it: none of their changes is saved');
    return advice(name, is, 'a record without it could not be changed by the portal; there is none now');
  } catch (error) {
    if (!(error instanceof CrmError)) throw error;
    return fault(name, is, 'a record without it cannot be changed by the portal');
  }
}
