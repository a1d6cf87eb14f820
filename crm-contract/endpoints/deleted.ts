import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { RECORD_ID } from '../record-id.ts';
import { instant, recordId } from '../shapes/tolerant.ts';
import {
  type Access,
  checked,
  createRecord,
  type ModuleName,
  type RecordRef,
  recordPath,
  recordsIn,
  removeRecord,
} from './records.ts';

const deletedShape = z.object({ id: recordId, deleted_time: instant });

const PAGE_SIZE = 200;
/** 2,000 records: with more deletions between two reads, everything is read again. */
const MOST_PAGES = 10;

/** Ids of a module's records that were deleted, or merged into another, since a given time. */
export function deletedEndpoint(access: Access) {
  return {
    /** `isWhole` is false if the list was cut. */
    async since(
      module: ModuleName,
      moment: string,
      context: CrmCallOptions,
    ): Promise<{ ids: string[]; isWhole: boolean }> {
      const operation = 'deleted.since';
      const ids: string[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const reply = await access.exchange(
          {
            operation,
            effect: 'read',
            method: 'GET',
            path: `/${module}/deleted`,
            query: { type: 'all', page: String(page), per_page: String(PAGE_SIZE) },
            headers: { 'if-modified-since': moment },
          },
          context,
        );
        ids.push(...recordsIn(access, deletedShape, reply, module, operation, context).map(({ id }) => id));
        if (!reply.more) return { ids, isWhole: true };
      }
      return { ids, isWhole: false };
    },
  };
}

const reference = z.strictObject({ id: z.string().regex(RECORD_ID) });
const name = z.string().min(1).max(80);

/** Fields for test records of `crm:check`; the portal itself creates neither contacts nor deals. */
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

    /** Deletes the record, with its attachments. */
    remove: (ref: RecordRef & { module: keyof typeof NEW }, context: CrmCallOptions) =>
      removeRecord(access, recordPath(ref, 'testRecords.remove'), 'testRecords.remove', context),
  };
}
