import type { CrmCallOptions } from '../call-options.ts';
import type { Questions } from '../questions.ts';
import { checkedId } from '../record-id.ts';
import { type NewTask, newTask, taskShape } from '../shapes/task.ts';
import { activityLists } from './activities.ts';
import { type Access, checked, createRecord, type RecordRef, removeRecord } from './records.ts';
import type { RelatedEndpoint } from './related.ts';

export function tasksEndpoint(access: Access, related: RelatedEndpoint, questions: Questions) {
  const list = activityLists(related, questions);

  return {
    async create(task: NewTask, context: CrmCallOptions) {
      const record = { ...checked(newTask, task, 'tasks.create'), $se_module: task.What_Id ? 'Deals' : 'Contacts' };
      return createRecord(access, '/Tasks', record, 'tasks.create', context);
    },

    /** The tasks of a record, open and done; where the CRM has no list of what is done, it is among the others or unseen. */
    listFor: (parent: RecordRef, context: CrmCallOptions) => list(parent, 'Tasks', taskShape, context, async () => []),

    /** The tasks of a record that wait for somebody. */
    listOpenFor: (parent: RecordRef, context: CrmCallOptions) => related.list(parent, 'Tasks', taskShape, context),

    /** Deletes a task, e.g. the second copy of one that was created twice. */
    remove: async (id: string, context: CrmCallOptions) =>
      removeRecord(access, `/Tasks/${checkedId(id, 'tasks.remove')}`, 'tasks.remove', context),
  };
}
