import type { CrmCallOptions } from '../call-options.ts';
import { checkedId } from '../record-id.ts';
import { type NewTask, newTask, taskShape } from '../shapes/task.ts';
import { type Access, checked, createRecord, type RecordRef, removeRecord } from './records.ts';
import type { RelatedEndpoint } from './related.ts';

export function tasksEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    async create(task: NewTask, context: CrmCallOptions) {
      const record = { ...checked(newTask, task, 'tasks.create'), $se_module: task.What_Id ? 'Deals' : 'Contacts' };
      return createRecord(access, '/Tasks', record, 'tasks.create', context);
    },

    listFor: (parent: RecordRef, context: CrmCallOptions) => related.list(parent, 'Tasks', taskShape, context),

    /** Deletes a task, e.g. the second copy of one that was created twice. */
    remove: async (id: string, context: CrmCallOptions) =>
      removeRecord(access, `/Tasks/${checkedId(id, 'tasks.remove')}`, 'tasks.remove', context),
  };
}
