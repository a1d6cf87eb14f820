import type { LeadCard, LeadColumns } from '../../../../bff/view-models/callcenter.ts';

/** One card of the list: made when it is looked at, since most never are. */
export function leadAt(leads: LeadColumns, row: number): LeadCard | undefined {
  const id = leads.id[row];
  const group = leads.group[row];
  if (id === undefined || group === undefined) return undefined;
  return {
    id,
    group,
    owner: leads.owners[leads.owner[row] ?? -1] ?? null,
    Full_Name: leads.Full_Name[row] ?? null,
    Lead_Owner_Flow: leads.Lead_Owner_Flow[row] ?? null,
    Phone: leads.Phone[row] ?? null,
    Email: leads.Email[row] ?? null,
    Mailing_Zip: leads.Mailing_Zip[row] ?? null,
    Mailing_City: leads.Mailing_City[row] ?? null,
    callback: leads.callback[row] ?? null,
    attempts: leads.attempts[row] ?? 0,
    lastOutcome: leads.lastOutcome[row] ?? null,
    lastCallAt: leads.lastCallAt[row] ?? null,
    openedBy: leads.openedBy[row] ?? [],
  };
}

export function leadOf(leads: LeadColumns, contactId: string): LeadCard | undefined {
  return leadAt(leads, leads.id.indexOf(contactId));
}
