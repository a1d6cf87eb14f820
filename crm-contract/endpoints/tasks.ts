import type { CallContext } from '../call-context.ts';
import { type NewTask, newTask, taskShape } from '../shapes/task.ts';
import { type Access, checked, createRecord, type RecordRef } from './records.ts';
import type { RelatedEndpoint } from './related.ts';

export type TasksEndpoint = ReturnType<typeof tasksEndpoint>;

export function tasksEndpoint(access: Access, related: RelatedEndpoint) {
  return {
    async create(task: NewTask, context: CallContext) {
      const record = { ...checked(newTask, task, 'tasks.create'), $se_module: task.What_Id ? 'Deals' : 'Contacts' };
      return createRecord(access, '/Tasks', record, 'tasks.create', context);
    },

    listFor: (parent: RecordRef, context: CallContext) => related.list(parent, 'Tasks', taskShape, context),
  };
}
