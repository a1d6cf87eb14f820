import type { LeadCard, LeadColumns } from '../../../../bff/view-models/callcenter.ts';
import { valueAt } from './coded-column.ts';

/** One card of the list: made when it is looked at, since most never are. */
export function leadAt(leads: LeadColumns, row: number): LeadCard | undefined {
  const id = leads.id[row];
  const group = valueAt(leads.group, row);
  if (id === undefined || group === undefined) return undefined;
  return {
    id,
    group,
    owner: valueAt(leads.owner, row) ?? null,
    Full_Name: leads.Full_Name[row] ?? null,
    Lead_Owner_Flow: valueAt(leads.Lead_Owner_Flow, row) ?? null,
    Phone: leads.Phone[row] ?? null,
    Email: leads.Email[row] ?? null,
    Mailing_Zip: leads.Mailing_Zip[row] ?? null,
    Mailing_City: valueAt(leads.Mailing_City, row) ?? null,
    callback: valueAt(leads.callback, row) ?? null,
    attempts: valueAt(leads.attempts, row) ?? 0,
    lastOutcome: valueAt(leads.lastOutcome, row) ?? null,
    lastCallAt: valueAt(leads.lastCallAt, row) ?? null,
    openedBy: valueAt(leads.openedBy, row) ?? [],
  };
}

export function leadOf(leads: LeadColumns, contactId: string): LeadCard | undefined {
  return leadAt(leads, leads.id.indexOf(contactId));
}
