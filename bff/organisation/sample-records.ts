import { z } from 'zod';
import type { CrmClient } from '../../crm-contract/client.ts';
import { coql } from '../../crm-contract/coql.ts';
import { lookup, recordId } from '../../crm-contract/shapes/read-record.ts';
import { crmOptionsFor } from '../crm/call-options.ts';

/** The name of all contacts and deals of the rehearsal, by which a later run finds leftovers. */
export const MARK = 'Portaalproef crm:check';

export interface TestRecord {
  module: 'Contacts' | 'Deals';
  id: string;
}

const save = () => crmOptionsFor('background');
const found = z.object({ id: recordId });

/** Leftovers of interrupted runs, deals before their contacts. */
export async function findMarked(crm: CrmClient): Promise<TestRecord[]> {
  const deals = await crm.query(coql`select id from Deals where Deal_Name = ${MARK} limit ${200}`, found, save());
  const contacts = await crm.query(coql`select id from Contacts where Last_Name = ${MARK} limit ${200}`, found, save());
  return [
    ...deals.map(({ id }) => ({ module: 'Deals', id }) as const),
    ...contacts.map(({ id }) => ({ module: 'Contacts', id }) as const),
  ];
}

/** Removes the records, after everything attached to them. */
export async function removeTestRecords(crm: CrmClient, records: readonly TestRecord[]): Promise<void> {
  for (const record of records) {
    for (const { id } of await crm.attachments.listFor(record, save()))
      await crm.attachments.remove(record, id, save());
    for (const { id } of await crm.notes.listFor(record, save())) await crm.notes.remove(id, save());
    for (const { id } of await crm.tasks.listFor(record, save())) await crm.tasks.remove(id, save());
    if (record.module === 'Contacts') {
      for (const { id } of await crm.calls.listFor(record.id, save())) await crm.calls.remove(id, save());
    }
    await crm.testRecords.remove(record, save());
  }
}

/** A record to query; null if the organisation has none yet. */
export interface Sample {
  contactId: string | null;
  dealId: string | null;
}

const sampleShape = z.object({ id: recordId, Contact_Name: lookup });

/** Any deal with a contact. */
export async function takeSample(crm: CrmClient): Promise<Sample> {
  const [found] = await crm.query(
    coql`select id, Contact_Name from Deals where Contact_Name is not null limit ${1}`,
    sampleShape,
    crmOptionsFor('read'),
  );
  return { contactId: found?.Contact_Name?.id ?? null, dealId: found?.id ?? null };
}
