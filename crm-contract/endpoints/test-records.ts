import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { RECORD_ID } from '../record-id.ts';
import { type Access, checked, createRecord, type RecordRef, recordPath, removeRecord } from './records.ts';

const reference = z.strictObject({ id: z.string().regex(RECORD_ID) });
const name = z.string().min(1).max(80);

/** What `crm:check` needs of a contact and a deal to try on: the portal itself makes neither. */
const NEW = {
  Contacts: z.strictObject({ Last_Name: name, Layout: reference.optional() }),
  Deals: z.strictObject({
    Deal_Name: name,
    Stage: name,
    Pipeline: name.optional(),
    Closing_Date: z.iso.date(),
    Layout: reference.optional(),
    Contact_Name: reference,
  }),
};
type NewTestRecord = { [Module in keyof typeof NEW]: z.input<(typeof NEW)[Module]> };

export function testRecordsEndpoint(access: Access) {
  return {
    create: <Module extends keyof typeof NEW>(
      module: Module,
      record: NewTestRecord[Module],
      context: CrmCallOptions,
    ) => {
      const operation = 'testRecords.create';
      const values = checked(NEW[module] as z.ZodType<object, object>, record, operation);
      return createRecord(access, `/${module}`, { ...values }, operation, context);
    },

    /** Deletes the record, with what is attached to it. */
    remove: (ref: RecordRef & { module: keyof typeof NEW }, context: CrmCallOptions) =>
      removeRecord(access, recordPath(ref, 'testRecords.remove'), 'testRecords.remove', context),
  };
}
