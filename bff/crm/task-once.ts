import type { CallContext } from '../../crm-contract/call-options.ts';
import type { NewTask } from '../../crm-contract/shapes/task.ts';
import type { Context } from '../context.ts';
import { writeOnce } from './create-once.ts';

/** Leaves one open task with this subject on the record, however often it is asked for. */
export async function createTaskOnce(
  context: Context,
  call: CallContext,
  parent: { module: 'Contacts' | 'Deals'; id: string },
  task: NewTask,
): Promise<void> {
  const { tasks } = context.crm;
  const find = async (asked: CallContext) => {
    const there = await tasks.listFor(parent, asked);
    return there.flatMap(({ id, Subject, Status }) => (Subject === task.Subject && Status !== 'Completed' ? [id] : []));
  };
  if ((await find(call)).length > 0) return;
  await writeOnce(context.background, call, { write: () => tasks.create(task, call), find, remove: tasks.remove });
}
