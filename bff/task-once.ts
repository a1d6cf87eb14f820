import type { CallContext } from '../crm-contract/call-context.ts';
import type { NewTask } from '../crm-contract/shapes/task.ts';
import type { Context } from './context.ts';
import { writeOnce } from './write-once.ts';

/** Leaves one open task with this subject on the record, however often it is asked for. */
export async function createTaskOnce(
  context: Context,
  call: CallContext,
  parent: { module: 'Contacts' | 'Deals'; id: string },
  task: NewTask,
): Promise<void> {
  const find = async () => {
    const tasks = await context.crm.tasks.listFor(parent, call);
    return tasks.some((there) => there.Subject === task.Subject && there.Status !== 'Completed');
  };
  if (await find()) return;
  await writeOnce(() => context.crm.tasks.create(task, call), find);
}
