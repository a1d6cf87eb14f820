import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { NewTask } from '../../crm-contract/shapes/task.ts';

/** A task. An owner who has left can own nothing new: then the task is the portal's own, and is found with its record. */
export async function createTask({ tasks }: CrmClient, task: NewTask, crmOptions: CrmCallOptions): Promise<void> {
  try {
    await tasks.create(task, crmOptions);
  } catch (error) {
    const isOwnerRefused = error instanceof CrmError && error.kind === 'invalid' && error.fields?.includes('Owner');
    const { Owner, ...ownerless } = task;
    if (!isOwnerRefused || !Owner) throw error;
    await tasks.create(ownerless, crmOptions);
  }
}
