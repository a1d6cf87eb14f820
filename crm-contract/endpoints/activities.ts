import { z } from 'zod';
import type { CrmCallOptions } from '../call-options.ts';
import { coql, recordId as idInQuery } from '../coql.ts';
import type { Questions } from '../questions.ts';
import {
  type CallPatch,
  callPatch,
  callShape,
  type NewCall,
  type NewTask,
  newCall,
  newTask,
  type PhoneCall,
  taskShape,
} from '../shapes/activities.ts';
import { checkedId, type RecordShape, recordId } from '../shapes/read-record.ts';
import { eachIdOnce, type QueryEndpoint, type RelatedEndpoint } from './lists.ts';
import {
  type Access,
  checked,
  createRecord,
  listByIds,
  type RecordRef,
  recordPath,
  removeRecord,
  updateRecord,
} from './records.ts';

type Activities = 'Calls' | 'Tasks';

/**
 * The open and closed calls or tasks of a record. The CRM keeps them in two related lists. If the CRM refuses the list
 * of closed ones, `closedOtherwise` finds the records missing in `open`.
 */
function activityLists(related: RelatedEndpoint, questions: Questions) {
  return async <S extends RecordShape>(
    parent: RecordRef,
    module: Activities,
    shape: S,
    context: CrmCallOptions,
    closedOtherwise: (open: readonly z.output<S>[]) => Promise<readonly z.output<S>[]>,
  ): Promise<z.output<S>[]> => {
    const open = related.list(parent, module, shape, context);
    const closed = questions.ask(
      'closed_activities',
      () => related.list(parent, `${module}_History`, shape, context),
      async () => [...(await closedOtherwise(await open))],
    );
    return eachIdOnce((await Promise.all([open, closed])).flat());
  };
}

/** More calls than any contact gets; the newest are read. */
const MOST_CLOSED = 100;

/** With the module of the deal, if the change names one. */
const sentCallPatch = callPatch.transform((patch) => ({ ...patch, ...(patch.What_Id && { $se_module: 'Deals' }) }));

export function callsEndpoint(access: Access, related: RelatedEndpoint, query: QueryEndpoint, questions: Questions) {
  const list = activityLists(related, questions);

  /** Calls by id, at most 100. */
  const readMany = (ids: readonly string[], context: CrmCallOptions) =>
    listByIds(access, callShape, 'Calls', ids, 'calls.readMany', context);

  /** Fallback for the list of completed calls: a query finds them, and each is read by id. */
  async function madeWith(
    contactId: string,
    known: readonly PhoneCall[],
    context: CrmCallOptions,
  ): Promise<PhoneCall[]> {
    const found = await query(
      coql`select id from Calls where Who_Id = ${idInQuery(contactId)} and Outbound_Call_Status = 'Completed'
        order by id desc limit ${MOST_CLOSED}`,
      z.object({ id: recordId }),
      context,
    );
    const missing = found.filter(({ id }) => !known.some((call) => call.id === id)).map(({ id }) => id);
    return missing.length === 0 ? [] : readMany(missing, context);
  }

  return {
    /** Records an outbound call that took place, or schedules one. */
    async create(call: NewCall, context: CrmCallOptions) {
      const record = {
        ...checked(newCall, call, 'calls.create'),
        Call_Type: 'Outbound',
        $se_module: call.What_Id ? 'Deals' : 'Contacts',
      };
      return createRecord(access, '/Calls', record, 'calls.create', context);
    },

    /** Moves a scheduled call, or marks it as completed. */
    update: (id: string, patch: CallPatch, context: CrmCallOptions) =>
      updateRecord(access, sentCallPatch, { module: 'Calls', id }, patch, 'calls.update', context),

    /** Deletes a call, e.g. the second copy of one that was created twice. */
    remove: (id: string, context: CrmCallOptions) =>
      removeRecord(access, recordPath({ module: 'Calls', id }, 'calls.remove'), 'calls.remove', context),

    readMany,

    /** The calls of a contact, scheduled and completed. */
    listFor: (contactId: string, context: CrmCallOptions): Promise<PhoneCall[]> =>
      list({ module: 'Contacts', id: contactId }, 'Calls', callShape, context, (open) =>
        madeWith(contactId, open, context),
      ),
  };
}

export function tasksEndpoint(access: Access, related: RelatedEndpoint, questions: Questions) {
  const list = activityLists(related, questions);

  return {
    async create(task: NewTask, context: CrmCallOptions) {
      const record = { ...checked(newTask, task, 'tasks.create'), $se_module: task.What_Id ? 'Deals' : 'Contacts' };
      return createRecord(access, '/Tasks', record, 'tasks.create', context);
    },

    /** The tasks of a record, open and completed. Completed tasks are missing if the CRM refuses to list them. */
    listFor: (parent: RecordRef, context: CrmCallOptions) => list(parent, 'Tasks', taskShape, context, async () => []),

    /** The open tasks of a record. */
    listOpenFor: (parent: RecordRef, context: CrmCallOptions) => related.list(parent, 'Tasks', taskShape, context),

    /** Deletes a task, e.g. the second copy of one that was created twice. */
    remove: async (id: string, context: CrmCallOptions) =>
      removeRecord(access, `/Tasks/${checkedId(id, 'tasks.remove')}`, 'tasks.remove', context),
  };
}
