import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { NewTask } from '../../crm-contract/shapes/task.ts';
import { type CrmWriter, createOnce } from './create-once.ts';
import { createTask } from './create-task.ts';

/** Makes sure that one open task with this subject exists on the record; without `lookFirst` where there can be none yet. */
export async function createTaskOnce(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  parent: { module: 'Contacts' | 'Deals'; id: string },
  task: NewTask,
  lookFirst = true,
): Promise<void> {
  const { tasks } = context.crm;
  const find = async (asked: CrmCallOptions) => {
    const there = await tasks.listOpenFor(parent, asked);
    return there.filter(({ Subject, Status }) => Subject === task.Subject && Status !== 'Completed');
  };
  await createOnce(context.background, crmOptions, {
    write: () => createTask(context.crm, task, crmOptions),
    find,
    lookFirst,
    remove: tasks.remove,
  });
}
