import type { CrmCallOptions } from '../../crm-contract/call-options.ts';
import type { CrmClient } from '../../crm-contract/client.ts';
import { CrmError } from '../../crm-contract/errors.ts';
import type { NewTask } from '../../crm-contract/shapes/activities.ts';
import type { NewNote, Note } from '../../crm-contract/shapes/notes-and-files.ts';
import { type CrmWriter, createOnce, type OneRecord } from './create-once.ts';

/**
 * Creates a task. An owner who has left cannot own new records: then the API user owns the task, which is still found
 * through its record.
 */
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

/** Ensures that one open task with this subject exists on the record. `lookFirst` is false if there can be none yet. */
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

/** A deal with its owner and contact. */
export interface OwnedDeal {
  deal: { id: string; Owner: { id: string } | null };
  contact: { id: string };
}

type WhatToDo = Omit<NewTask, 'Who_Id' | 'What_Id' | 'Owner'>;

/** A task about a contact, for its owner; without one the API user owns it. */
export function contactTask({ id, Owner }: { id: string; Owner: { id: string } | null }, task: WhatToDo): NewTask {
  return { ...task, Who_Id: { id }, ...(Owner && { Owner: { id: Owner.id } }) };
}

/** A task about a deal, for the deal's owner. */
export function dealTask({ deal, contact }: OwnedDeal, task: WhatToDo): NewTask {
  return { ...contactTask({ id: contact.id, Owner: deal.Owner }, task), What_Id: { id: deal.id } };
}

/** Ensures that the deal's owner has one open task with this subject. */
export function createDealTaskOnce(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  found: OwnedDeal,
  task: WhatToDo,
  lookFirst = true,
): Promise<void> {
  return createTaskOnce(context, crmOptions, { module: 'Deals', id: found.deal.id }, dealTask(found, task), lookFirst);
}

/** Creates a note exactly once: `isThis` recognises it among the record's notes. */
export function createNoteOnce(
  context: CrmWriter,
  crmOptions: CrmCallOptions,
  parent: { module: 'Contacts' | 'Deals'; id: string },
  note: NewNote,
  isThis: (note: Note) => boolean,
  options: Pick<OneRecord, 'lookFirst' | 'mayComeYet'> = {},
): Promise<Note | null> {
  const { notes } = context.crm;
  return createOnce(context.background, crmOptions, {
    write: () => notes.create(parent, note, crmOptions),
    find: async (asked) => (await notes.listFor(parent, asked)).filter(isThis),
    remove: notes.remove,
    ...options,
  });
}
